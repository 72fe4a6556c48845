/**
 * The archive of a release over HTTP against the production build, of a tenth of the units and of all of them: the memory of the app while
 * the archive is sent must not grow with it. Each is read to its end three times in turns, after a first reading, and has to be the same bytes
 * each time, as many as its length says. Also what the app took to build the two.
 * Run: npm run bench -- archive [units, 1000000 by default]
 */
import { createHash } from 'node:crypto'
import { say, withApp } from './setting/app'
import { makeManyItems } from './setting/many-items'
import { drained, makeRelease, type Taken } from './setting/release'
import { quantile } from './setting/times'

const units = Number(process.argv[2] ?? 1_000_000)
const ROUNDS = 3
/** An item itself and its five segments. */
const UNITS_OF_ITEM = 6

interface Archive {
  units: number
  takes: Taken[]
  digests: Set<string>
  take: () => Promise<Taken>
}

await withApp(async (app) => {
  const { sessionFor } = await import('@/tests/actors')
  const database = await app.databaseUrl()

  async function archiveOf(wanted: number): Promise<Archive> {
    const many = await makeManyItems(database, Math.ceil(wanted / UNITS_OF_ITEM), { goldShare: 1 })
    const headers = { cookie: await sessionFor(many.manager), origin: app.url }
    const project = `${app.url}/api/projects/${many.projectId}`
    const built = await makeRelease(project, headers)
    const archive: Archive = { units: many.gold * UNITS_OF_ITEM, takes: [], digests: new Set(), take }
    say(`${archive.units} units: built in ${built.seconds.toFixed(0)} s, memory at most ${built.peakMb.toFixed(0)} MB`)
    async function take() {
      const hash = createHash('sha256')
      let length = 0
      const taken = await drained(
        async () => {
          const response = await fetch(`${project}/releases/1/archive`, {
            headers: { ...headers, 'accept-encoding': 'identity' },
          })
          if (!response.ok || !response.body) throw new Error(`the archive: ${response.status}`)
          length = Number(response.headers.get('content-length'))
          return response.body
        },
        (chunk) => hash.update(chunk),
      )
      const came = Math.round(taken.megabytes * 1e6)
      if (came !== length) throw new Error(`${came} bytes came, where ${length} were announced`)
      archive.digests.add(hash.digest('hex'))
      return taken
    }
    return archive
  }

  const archives = [await archiveOf(units / 10), await archiveOf(units)]
  for (let round = -1; round < ROUNDS; round++)
    for (const { take, takes } of archives) {
      const taken = await take()
      if (round >= 0) takes.push(taken)
    }
  for (const { units: count, takes, digests } of archives) {
    const of = (figure: 'seconds' | 'megabytes' | 'peakMb' | 'grownMb') => takes.map((taken) => taken[figure])
    say(
      `${count} units: ${quantile(of('megabytes'), 0.5).toFixed(0)} MB in ${quantile(of('seconds'), 0.5).toFixed(1)} s, ` +
        `memory at most ${Math.max(...of('peakMb')).toFixed(0)} MB, +${Math.max(...of('grownMb')).toFixed(0)} MB`,
    )
    if (digests.size !== 1) throw new Error('the archive was not the same bytes each time')
  }
})
