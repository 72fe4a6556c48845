/**
 * Hostile input for every reader of records, every import, every upload and every endpoint with a body or a query
 * (tests/fuzz), as much as asked. Prints what was sent and every failure with its seed. Published files are changed as
 * well: those of the repository, and those of ASSAY_DATA_DIR.
 * Every input waits for the database, so several shards side by side, each with a database of its own, are done sooner.
 * Run: npm run bench -- fuzz [--inputs 10000] [--seed 1] [--only readers|imports|uploads|bodies|queries] [--match text] [--shard 1/4]
 */
import { parseArgs } from 'node:util'
import type { Tally } from '@/tests/fuzz/tally'
import { withThrowAwayDatabase } from '@/tests/support/throw-away-database'
import { say } from './setting/app'

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    match: { type: 'string', default: '' },
    shard: { type: 'string', default: '1/1' },
  },
})
const [inputs, seed] = [Number(values.inputs), Number(values.seed)]
const [shard = 1, shards = 1] = values.shard.split('/').map(Number)
const MOST_SHOWN = 5

function tell({ target, inputs: sent, accepted, refused, slowestMs, failures }: Tally): void {
  say(
    `${target}: ${sent} sent, ${accepted} accepted, ${refused} refused, slowest ${slowestMs.toFixed(0)} ms, ${failures.length} failures`,
  )
  for (const failure of failures.slice(0, MOST_SHOWN)) say(`  ${failure}`)
}

/** Everything that is sent to, by name. */
async function listTargets(): Promise<{ kind: string; name: string; run: () => Promise<Tally> }[]> {
  const { protocols } = await import('@/lib/protocols')
  const { fuzzReaders, fuzzImports } = await import('@/tests/fuzz/fuzz-files')
  const { fuzzEndpoint, fuzzedEndpoints, readsBody } = await import('@/tests/fuzz/fuzz-endpoints')
  const { fuzzUpload, uploads } = await import('@/tests/fuzz/fuzz-uploads')
  return [
    ...protocols.map(({ id }) => ({ kind: 'readers', name: id, run: () => fuzzReaders(id, inputs, seed) })),
    ...protocols.map(({ id }) => ({ kind: 'imports', name: id, run: () => fuzzImports(id, inputs, seed) })),
    ...uploads.map((each) => ({ kind: 'uploads', name: each.path, run: () => fuzzUpload(each, inputs, seed) })),
    ...fuzzedEndpoints.map((each) => ({
      kind: readsBody(each) ? 'bodies' : 'queries',
      name: `${each.method} ${each.path}`,
      run: () => fuzzEndpoint(each, inputs, seed),
    })),
  ]
}

async function fuzzAll(): Promise<boolean> {
  const totals = { targets: 0, inputs: 0, failures: 0 }
  const wanted = (await listTargets()).filter(
    ({ kind, name }) => kind.startsWith(values.only) && name.includes(values.match),
  )
  for (const { run } of wanted.filter((_, index) => index % shards === shard - 1)) {
    const tally = await run()
    tell(tally)
    totals.targets += 1
    totals.inputs += tally.inputs
    totals.failures += tally.failures.length
  }
  say(`${totals.targets} targets, ${totals.inputs} inputs, ${totals.failures} failures`)
  return totals.failures === 0
}

await withThrowAwayDatabase('fuzz', fuzzAll)
