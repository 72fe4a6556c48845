import { beforeEach, expect, it } from 'vitest'
import type { Json } from '@/lib/protocols/protocol'
import { openUnit } from '@/tests/support/bench-page'
import { allSaved, drawBench, newWorkbench, press, TestServer } from '@/tests/support/test-bench'
import { newId } from '@/tests/support/test-id'
import { CLAIM, CONTENT, UNITS } from './sample-claims'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
const suggest = (unit: string, question: string, value: Json) => {
  return { id: newId(), unit, question, value, source: 'run', model: 'large', score: 0.5 }
}

it('goes the way of the stage: from passage to passage, then the claim, then its correction', async () => {
  const suggestions = [
    suggest('s1.c1.e1', 'stance', 'refute'),
    suggest('s1.c1.e2', 'stance', 'refute'),
    suggest('s1.c1.e3', 'stance', 'irrelevant'),
    suggest('s1.c1', 'enough', 'yes'),
    suggest('s1.c1', 'verdict', 'false'),
    suggest('s1.c1', 'correction', 'edit'),
    suggest('s1.c1', 'revised', CLAIM.replace('nine', 'seven')),
    suggest('s1.c1', 'references', ['s1.c1.e1', 's1.c1.e2']),
  ]
  const bench = newWorkbench('factcheck-bench', 'verify', CONTENT, [], { units: UNITS, suggestions })
  const server = new TestServer(bench)
  drawBench(bench)
  const way = suggestions.map(() => {
    press('a')
    // Keys of single letters mean nothing while a text is open.
    if (document.activeElement instanceof HTMLTextAreaElement) press('Escape')
    return openUnit()
  })
  expect(way).toEqual(['s1.c1.e2', 's1.c1.e3', ...Array(5).fill('s1.c1'), 's2.c1'])
  await allSaved()
  expect(server.answers()['s1.c1']).toEqual({
    enough: 'yes',
    verdict: 'false',
    correction: 'edit',
    revised: CLAIM.replace('nine', 'seven'),
    references: ['s1.c1.e1', 's1.c1.e2'],
  })
  expect(server.sent.every(({ origin, suggestionId }) => origin === 'suggestion' && suggestionId !== null)).toBe(true)
})
