import { found } from '@/lib/platform/server/errors'
import { handle, type Route } from '@/lib/platform/server/handle'
import { protocolFileSchema } from '@/lib/protocols/language/vocabulary'
import { changeVersion } from '@/lib/workspace/protocol-files/change-version'
import { checkProtocolFile } from '@/lib/workspace/protocol-files/check-file'
import {
  changeVersionEndpoint,
  checkProtocolEndpoint,
  getProtocolEndpoint,
  getVersionChangeEndpoint,
  listProjectVersionsEndpoint,
  listProtocolsEndpoint,
  protocolSchemaEndpoint,
  publishProtocolEndpoint,
  removeProtocolEndpoint,
} from '@/lib/workspace/protocol-files/contract'
import {
  downloadExampleEndpoint,
  getExampleEndpoint,
  listExamplesEndpoint,
} from '@/lib/workspace/protocol-files/examples/contract'
import { downloadExample, listExamples, readExample } from '@/lib/workspace/protocol-files/examples/queries'
import { publishVersion } from '@/lib/workspace/protocol-files/publish-version'
import { getProtocolVersion, listProtocols } from '@/lib/workspace/protocol-files/queries'
import { removeVersion } from '@/lib/workspace/protocol-files/remove-version'
import { getVersionChange, listProjectVersions } from '@/lib/workspace/protocol-files/version-queries'

export const routes: readonly Route[] = [
  handle(listProjectVersionsEndpoint, ({ actor, params }) => listProjectVersions(actor, params.projectId)),
  handle(getVersionChangeEndpoint, ({ actor, params }) => getVersionChange(actor, params.projectId, params.version)),
  handle(changeVersionEndpoint, ({ actor, params, body }) =>
    changeVersion(actor, params.projectId, { from: body.from, to: params.version, finished: body.finished }),
  ),
  handle(checkProtocolEndpoint, ({ actor, body }) => checkProtocolFile(actor, body)),
  handle(listExamplesEndpoint, async () => ({ examples: await listExamples() })),
  handle(getExampleEndpoint, async ({ params }) => found(await readExample(params.name))),
  handle(downloadExampleEndpoint, ({ params }) => downloadExample(params.name, params.file)),
  handle(listProtocolsEndpoint, async ({ actor }) => ({ protocols: await listProtocols(actor) })),
  handle(publishProtocolEndpoint, ({ actor, body }) => publishVersion(actor, body)),
  handle(removeProtocolEndpoint, ({ actor, params }) => removeVersion(actor, params)),
  handle(getProtocolEndpoint, ({ actor, params }) => getProtocolVersion(actor, params)),
  handle(protocolSchemaEndpoint, async () =>
    Response.json(protocolFileSchema(), { headers: { 'content-type': 'application/schema+json' } }),
  ),
]
