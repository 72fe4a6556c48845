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
