import { notFound } from 'next/navigation'
import { FilePreview } from '@/components/protocols/file-preview'
import { NoProjectCreation } from '@/components/workspace/projects/no-project-creation'
import { ProtocolEditor } from '@/components/workspace/protocol-files/protocol-editor'
import type { Actor } from '@/lib/platform/policy/actor'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { protocolById } from '@/lib/protocols'
import { isOfFile } from '@/lib/protocols/kept-protocols'
import { getWorkspaceAbilities } from '@/lib/workspace/projects/queries'
import { readBuiltInFile } from '@/lib/workspace/protocol-files/built-in/queries'
import { getProtocolEndpoint } from '@/lib/workspace/protocol-files/contract'
import { listExamples, PLAIN, readExample } from '@/lib/workspace/protocol-files/examples/queries'
import { findNewestVersion, getProtocolVersion } from '@/lib/workspace/protocol-files/queries'
import { asNext } from '@/lib/workspace/protocol-files/rules'

export const metadata = { title: 'Write a protocol' }

/** `from`: the version to go on from, as a copy or (`as=version`) as its next version, or a built-in protocol to copy; `example`: the example to begin with. */
export default async function NewProtocolPage({ searchParams }: PageProps<'/protocols/new'>) {
  const actor = await requireActor('/protocols/new')
  const { createProjects } = await getWorkspaceAbilities(actor)
  if (!createProjects) return <NoProjectCreation />
  const { from, as, example } = await searchParams
  const begun =
    typeof from === 'string'
      ? await fromVersion(actor, from, as === 'version' ? 'version' : 'copy')
      : await fromExample(typeof example === 'string' ? example : PLAIN)
  return (
    <ProtocolEditor
      key={begun.from.key}
      userId={actor.userId}
      {...begun}
      examples={await listExamples()}
      Preview={FilePreview}
    />
  )
}

/** A copy of a protocol that is built in and written as a file. */
async function fromBuiltIn(id: string) {
  const text = await readBuiltInFile(id)
  if (text === null) notFound()
  const title = `a copy of “${protocolById(id).title}”`
  return { initial: { source: asNext(text, 'copy'), files: [] }, from: { key: `${id}/copy`, title } }
}

async function fromVersion(actor: Actor, protocolId: string, as: 'copy' | 'version') {
  if (!isOfFile(protocolId)) return fromBuiltIn(protocolId)
  const [id, version] = protocolId.split('@')
  const parsedParams = getProtocolEndpoint.params?.safeParse({ id, version })
  if (!parsedParams?.success) notFound()
  const { text, files, title } = await pageData(getProtocolVersion(actor, parsedParams.data))
  const next = as === 'copy' ? as : { newest: await findNewestVersion(parsedParams.data.id) }
  const key = `${protocolId}/${as}`
  const sourceTitle = as === 'copy' ? `a copy of “${title}”` : `version ${parsedParams.data.version} of “${title}”`
  return { initial: { source: asNext(text, next), files }, from: { key, title: sourceTitle } }
}

async function fromExample(name: string) {
  const example = await readExample(name)
  if (!example) notFound()
  // The plainest is where one begins from nothing; a copy of another has an id of its own, since its id is that of the example as it is.
  const source = name === PLAIN ? example.source : asNext(example.source, 'copy')
  return { initial: { ...example, source }, from: { key: `example/${name}`, title: `the example “${name}”` } }
}
