/** Which figures rest on answers of an earlier version of the project's protocol file, and what a move did to them. Reads only. */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { isOfFile } from '@/lib/protocols/kept-protocols'
import type { LoadedProject } from '@/lib/workspace/projects/queries'
import { listStandingMoves } from '@/lib/workspace/protocol-files/queries'
import { COUNTED } from './ledger/version'
import { earlierVersionWords, type VersionShare } from './rules'

/** In sentences; none where all that is counted was submitted under the version that the project has and nothing was moved. */
export async function readEarlierVersions(tx: Tx, project: LoadedProject): Promise<string[]> {
  if (!isOfFile(project.protocolId)) return []
  const shares = await tx.$queryRaw<VersionShare[]>`
    select n.protocol_version "version", count(*)::int annotations
    from annotations n join tasks t on t.id = n.task_id
    where t.project_id = ${project.id}::uuid and n.round = 1 and n.state = 'submitted' and n.independent and ${COUNTED}
    group by 1 order by 1`
  const moves = await listStandingMoves(tx, project.id)
  return earlierVersionWords({ version: project.protocolVersion, shares, moves })
}
