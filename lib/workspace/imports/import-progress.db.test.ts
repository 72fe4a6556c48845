/** How far an import says that it is while it is at work: true on the way, never backwards, and never done before it is. */
import { afterEach, expect, test, vi } from 'vitest'
import { pool } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'
import { applyImport } from './apply-import'
import { checkImport } from './check-import'
import { importOptionsSchema } from './contract'
import { getImport } from './queries'
import { startImport } from './start-import'
import { uploadImport } from './upload-import'

/** A writer has a thousand of them in its hands at most: two thirds are told of as written before the last is read. */
const RECORDS = 3000
const idle = new AbortController().signal
const options = importOptionsSchema.parse({})
const line = (n: number) =>
  JSON.stringify({
    index: `${n}`,
    domain: 'wk',
    source: 'test',
    prompt: `Question ${n}?`,
    response: 'One. Two.',
    segmented_response: ['One.', 'Two.'],
  })
/** Less than one piece of a stored file. */
const FILE = Array.from({ length: RECORDS }, (_, n) => line(n)).join('\n')

afterEach(() => void vi.restoreAllMocks())

async function uploaded() {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  const { id } = await uploadImport(manager, project.id, { name: 'records.jsonl', body: new Response(FILE).body })
  return { id, manager }
}

/** What is told of an import while `work` runs, as shares of the file. At each look at the clock some time has gone by. */
async function toldWhile(work: () => Promise<void>): Promise<number[]> {
  await pool().query(`create table told (number serial, share float)`)
  await pool().query(`create function note_progress() returns trigger language plpgsql as $f$ begin
    insert into told (share) values (new.progress::float / new.byte_size); return null; end $f$`)
  await pool().query(`create trigger note_progress after update of progress on imports for each row
    when (new.progress <> old.progress) execute function note_progress()`)
  const began = Date.now()
  let looks = 0
  vi.spyOn(Date, 'now').mockImplementation(() => began + 400 * looks++)
  try {
    await work()
    const { rows } = await pool().query<{ share: number }>('select share from told order by number')
    return rows.map(({ share }) => share)
  } finally {
    vi.restoreAllMocks()
    await pool().query('drop trigger note_progress on imports; drop function note_progress; drop table told')
  }
}

/** Several steps on the way, each further than the one before, and none that says that it is over. */
function expectTrue(shares: readonly number[]): void {
  expect(shares.length).toBeGreaterThan(3)
  expect(shares).toEqual(shares.toSorted((left, right) => left - right))
  expect(shares[0]).toBeLessThan(0.5)
  expect(shares.at(-1)).toBeGreaterThan(0.5)
  expect(shares.at(-1)).toBeLessThan(1)
}

test('a check says how far it has read', async () => {
  const { id } = await uploaded()
  expectTrue(await toldWhile(() => checkImport(id, idle)))
})

test('a write says how much it has written', async () => {
  const { id, manager } = await uploaded()
  await checkImport(id, idle)
  await startImport(manager, id, options)
  expectTrue(await toldWhile(() => applyImport(id, idle)))
  expect(await getImport(manager, id)).toMatchObject({ state: 'done', newCount: RECORDS })
})

test('a check that writes says how much of it is written', async () => {
  const { id, manager } = await uploaded()
  expectTrue(await toldWhile(() => checkImport(id, idle, options)))
  expect(await getImport(manager, id)).toMatchObject({ state: 'done', newCount: RECORDS })
})

test('what was told of a write that is tried again is not taken back', async () => {
  const { id, manager } = await uploaded()
  await checkImport(id, idle)
  await startImport(manager, id, options)
  await pool().query('update imports set progress = byte_size / 2 where id = $1', [id])
  const shares = await toldWhile(() => applyImport(id, idle))
  expect(shares[0]).toBeGreaterThan(0.5)
})
