import {
  getHeldOutByLinkEndpoint,
  getHeldOutEndpoint,
  openHeldOutEndpoint,
  setHeldOutLimitsEndpoint,
  submitHeldOutByLinkEndpoint,
  submitHeldOutEndpoint,
} from '@/lib/gold/held-out/contract'
import { openHeldOut } from '@/lib/gold/held-out/open-held-out'
import { getHeldOut } from '@/lib/gold/held-out/read-held-out'
import { setHeldOutLimits } from '@/lib/gold/held-out/set-limits'
import { submitPredictions } from '@/lib/gold/held-out/submit-predictions'
import { downloadExportEndpoint, listExportsEndpoint, nativeSchemaEndpoint } from '@/lib/gold/releases/contract'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { nativeSchemaResponse } from '@/lib/gold/releases/native-schema'
import { cancelPush } from '@/lib/gold/releases/push/cancel-push'
import {
  cancelPushEndpoint,
  listPushesEndpoint,
  previewPushEndpoint,
  retryPushEndpoint,
  startPushEndpoint,
} from '@/lib/gold/releases/push/contract'
import { previewPush } from '@/lib/gold/releases/push/preview-push'
import { listPushes } from '@/lib/gold/releases/push/queries'
import { retryPush } from '@/lib/gold/releases/push/retry-push'
import { startPush } from '@/lib/gold/releases/push/start-push'
import { listExports } from '@/lib/gold/releases/queries'
import { downloadComparison } from '@/lib/gold/releases/release/comparison/download-comparison'
import { compareTwoReleases } from '@/lib/gold/releases/release/comparison/queries'
import {
  compareReleasesEndpoint,
  downloadComparisonEndpoint,
  downloadReleaseEndpoint,
  downloadReleaseFileEndpoint,
  getReleaseEndpoint,
  listReleasesEndpoint,
  makeReleaseLinkEndpoint,
  previewReleaseEndpoint,
  removeReleaseEndpoint,
  retryReleaseEndpoint,
  revokeReleaseLinkEndpoint,
  saveCardEndpoint,
  startReleaseEndpoint,
  verifyReleaseEndpoint,
} from '@/lib/gold/releases/release/contract'
import { downloadRelease, downloadReleaseFile } from '@/lib/gold/releases/release/download-release'
import { previewRelease } from '@/lib/gold/releases/release/preview-release'
import {
  downloadPublicFileEndpoint,
  downloadPublicReleaseEndpoint,
  getPublicReleaseEndpoint,
} from '@/lib/gold/releases/release/public/contract'
import {
  downloadPublicFile,
  downloadPublicRelease,
  getPublicRelease,
} from '@/lib/gold/releases/release/public/public-release'
import { getRelease, listReleases } from '@/lib/gold/releases/release/queries'
import { makeReleaseLink, revokeReleaseLink } from '@/lib/gold/releases/release/release-link'
import { removeRelease } from '@/lib/gold/releases/release/remove-release'
import { retryRelease } from '@/lib/gold/releases/release/retry-release'
import { saveCard } from '@/lib/gold/releases/release/save-card'
import { startRelease } from '@/lib/gold/releases/release/start-release'
import { verifyRelease } from '@/lib/gold/releases/release/verify-release'
import { handle, type Route } from '@/lib/platform/server/handle'
import { clientAddress } from '@/lib/platform/server/throttle'

export const routes: readonly Route[] = [
  handle(listExportsEndpoint, ({ actor, params, query }) => listExports(actor, params.projectId, query.labels)),
  handle(downloadExportEndpoint, ({ actor, params, query }) =>
    downloadExport(actor, params.projectId, params.format, query.labels),
  ),
  handle(setHeldOutLimitsEndpoint, ({ actor, params, body }) => setHeldOutLimits(actor, params.projectId, body)),
  handle(openHeldOutEndpoint, ({ actor, params }) => openHeldOut(actor, params.projectId)),
  handle(saveCardEndpoint, ({ actor, params, body }) => saveCard(actor, params.projectId, body)),
  handle(listReleasesEndpoint, ({ actor, params }) => listReleases(actor, params.projectId)),
  handle(startReleaseEndpoint, ({ actor, params, body }) => startRelease(actor, params.projectId, body)),
  handle(removeReleaseEndpoint, ({ actor, params }) => removeRelease(actor, params)),
  handle(getReleaseEndpoint, ({ actor, params }) => getRelease(actor, params)),
  handle(downloadReleaseEndpoint, ({ actor, params }) => downloadRelease(actor, params)),
  handle(compareReleasesEndpoint, ({ actor, params, query, request }) =>
    compareTwoReleases(actor, params, query.since, request.signal),
  ),
  handle(downloadComparisonEndpoint, ({ actor, params, query }) => downloadComparison(actor, params, query.since)),
  handle(downloadReleaseFileEndpoint, ({ actor, params, query }) => downloadReleaseFile(actor, params, query.path)),
  handle(getHeldOutEndpoint, ({ actor, params }) => getHeldOut(actor, params)),
  handle(submitHeldOutEndpoint, ({ actor, params, query, request }) =>
    submitPredictions(actor, params, { system: query.system, body: request.body }),
  ),
  handle(revokeReleaseLinkEndpoint, ({ actor, params }) => revokeReleaseLink(actor, params)),
  handle(makeReleaseLinkEndpoint, ({ actor, params }) => makeReleaseLink(actor, params)),
  handle(listPushesEndpoint, ({ actor, params }) => listPushes(actor, params)),
  handle(startPushEndpoint, ({ actor, params, body }) => startPush(actor, params, body)),
  handle(cancelPushEndpoint, ({ actor, params }) => cancelPush(actor, params)),
  handle(retryPushEndpoint, ({ actor, params, body }) => retryPush(actor, params, body)),
  handle(previewPushEndpoint, ({ actor, params, body, request }) =>
    previewPush(actor, params, body, { signal: request.signal }),
  ),
  handle(retryReleaseEndpoint, ({ actor, params }) => retryRelease(actor, params)),
  handle(verifyReleaseEndpoint, ({ actor, params, request }) => verifyRelease(actor, params, request.signal)),
  handle(previewReleaseEndpoint, ({ actor, params, body, request }) =>
    previewRelease(actor, params.projectId, body, request.signal),
  ),
  handle(getPublicReleaseEndpoint, ({ params, request }) =>
    getPublicRelease(params.secret, clientAddress(request.headers.get('x-forwarded-for'))),
  ),
  handle(downloadPublicReleaseEndpoint, ({ params, request }) =>
    downloadPublicRelease(params.secret, clientAddress(request.headers.get('x-forwarded-for'))),
  ),
  handle(downloadPublicFileEndpoint, ({ params, query, request }) =>
    downloadPublicFile(params.secret, query.path, clientAddress(request.headers.get('x-forwarded-for'))),
  ),
  handle(nativeSchemaEndpoint, async () => nativeSchemaResponse()),
  handle(getHeldOutByLinkEndpoint, ({ actor, params, request }) =>
    getHeldOut(actor, { ...params, address: clientAddress(request.headers.get('x-forwarded-for')) }),
  ),
  handle(submitHeldOutByLinkEndpoint, ({ actor, params, query, request }) => {
    const linkAccess = { ...params, address: clientAddress(request.headers.get('x-forwarded-for')) }
    return submitPredictions(actor, linkAccess, { system: query.system, body: request.body })
  }),
]
