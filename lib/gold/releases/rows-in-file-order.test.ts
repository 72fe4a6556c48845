import { expect, test } from 'vitest'
import type { Json } from '@/lib/protocols/protocol'
import { rowsInFileOrder, type Written } from './rows-in-file-order'

const GROUPS = { by: [['doc']], shared: [['doc']], as: 'rows' }

/** An item whose rows stood on these lines, each of which has its line. */
function itemOf(doc: string, lines: number[], importId = 'one'): Written {
  const record: Json = { doc, rows: lines.map((line) => ({ line })), '@rows': { lines, fields: [['doc', 'line']] } }
  return { source: { value: record, escaped: false, exact: true }, record, importId }
}

async function* inBatches(items: readonly Written[]) {
  for (let at = 0; at < items.length; at += 3) yield items.slice(at, at + 3)
}

async function linesOf(items: readonly Written[]): Promise<{ lines: unknown[]; longest: number }> {
  const lines: unknown[] = []
  let longest = 0
  for await (const batch of rowsInFileOrder(inBatches(items), GROUPS)) {
    longest = Math.max(longest, batch.length)
    lines.push(...batch.map(({ record }) => (record as { line: number }).line))
  }
  return { lines, longest }
}

test('rows of all items come in the order of the file, in batches of bounded size', async () => {
  const count = 20_000
  const items = Array.from({ length: count }, (_, at) => itemOf(`d${at}`, [at + 2, at + 2 + count]))
  const { lines, longest } = await linesOf(items)
  expect(lines).toEqual(Array.from({ length: 2 * count }, (_, at) => at + 2))
  expect(longest).toBeLessThanOrEqual(500)
})

test('rows of another import stand behind those of the one before', async () => {
  const { lines } = await linesOf([itemOf('a', [2, 9]), itemOf('b', [3]), itemOf('c', [2, 4], 'two')])
  expect(lines).toEqual([2, 3, 9, 2, 4])
})

test('rows that stood on one line come in the order of the file', async () => {
  const items = ['a', 'b', 'c'].map((doc, n) => placed(itemOf(doc, [1, 1]), { at: [n, 5 - n] }))
  const rows: unknown[] = []
  for await (const batch of rowsInFileOrder(inBatches(items), GROUPS)) rows.push(...batch.map(({ record }) => record))
  expect(rows).toMatchObject(['a', 'b', 'c', 'c', 'b', 'a'].map((doc) => ({ doc })))
})

test('rows of two files in one import are not mixed, also where the first items of a file are left out', async () => {
  const [first, second] = [placed(itemOf('a', [2, 9]), { file: 'one' }), placed(itemOf('b', [4, 5]), { file: 'two' })]
  expect((await linesOf([first, second])).lines).toEqual([2, 9, 4, 5])
})

/** The item with more said of where its rows stood. */
function placed(item: Written, more: { at?: number[]; file?: string }): Written {
  const record = item.record as { [key: string]: Json }
  const changed = { ...record, '@rows': { ...Object(record['@rows']), ...more } }
  return { ...item, record: changed, source: { ...item.source, value: changed } }
}
