import { ProtocolList } from '@/components/workspace/protocol-files/protocol-list'
import { requireActor } from '@/lib/platform/server/page-actor'
import { getWorkspaceAbilities } from '@/lib/workspace/projects/queries'
import { listBuiltInFiles } from '@/lib/workspace/protocol-files/built-in/queries'
import { listExamples } from '@/lib/workspace/protocol-files/examples/queries'
import { listProtocols } from '@/lib/workspace/protocol-files/queries'

export const metadata = { title: 'Protocols' }

export default async function ProtocolsPage() {
  const actor = await requireActor('/protocols')
  const [protocols, examples, copied, abilities] = await Promise.all([
    listProtocols(actor),
    listExamples(),
    listBuiltInFiles(),
    getWorkspaceAbilities(actor),
  ])
  return <ProtocolList protocols={protocols} examples={examples} copied={copied} abilities={abilities} />
}
