import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { inShownOrder } from '@/lib/protocols/shown-order'
import { methodOf } from '@/lib/protocols/side-by-side/methods'
import { keyAt } from '@/lib/protocols/veriscore-preference/choices'
import { shows } from '@/lib/protocols/veriscore-preference/content'
import { readPreference } from '@/lib/protocols/veriscore-preference/formats/read'
import { chooseStage } from '@/lib/protocols/veriscore-preference/work'
import { comparisonRecord, pairRecord } from '@/tests/preference-samples'
import { allSaved, drawBench, newWorkbench, press, TestServer, write } from '@/tests/support/test-bench'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** The workbench as the server sends it to an annotator who sees the lists of the record in this order. */
function open(record: typeof pairRecord | typeof comparisonRecord, order: readonly [string, string]) {
  const read = readPreference(record)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const { content } = read.record
  const units = chooseStage.units(content, [], {})
  const shown = order.map((method) => units.find(({ key }) => methodOf(content, key) === method)?.key ?? '')
  const bench = newWorkbench('veriscore-preference', 'choose', shows(content), [], {
    units: inShownOrder(chooseStage, units, shown),
    shown,
  })
  const server = new TestServer(bench)
  drawBench(bench)
  return { server, subject: { content, units }, shown }
}

const list = (place: number) => screen.getByRole('region', { name: `List ${place}` })

async function submitted(server: TestServer) {
  await allSaved()
  press('ctrl+Enter')
  await waitFor(() => expect(server.submissions).toBe(1))
  return server.answers()
}

describe('choosing the better list', () => {
  it('goes by keys alone, and is decoded by the order shown', async () => {
    for (const order of [
      ['careful', 'plain'],
      ['plain', 'careful'],
    ] as const) {
      const { server, subject, shown } = open(pairRecord, order)
      press('2', 'e')
      write('It has no opinions.')
      const answers = await submitted(server)
      expect(answers).toEqual({ item: { better: 'right', hard: 'easy', justification: 'It has no opinions.' } })
      expect(methodOf(subject.content, keyAt(subject, 'right', shown) ?? '')).toBe(order[1])
      cleanup()
    }
  })

  it('shows the lists in the order drawn, and nowhere whose they are', () => {
    open(pairRecord, ['careful', 'plain'])
    expect(list(1).textContent).toContain('Arden has a lighthouse.')
    expect(list(2).textContent).toContain('is beautiful')
    expect(document.body.textContent).not.toMatch(/careful|plain|model one/)
  })

  it('marks the chosen list in words, and takes another choice', async () => {
    open(pairRecord, ['careful', 'plain'])
    press('1')
    expect(list(1).textContent).toContain('chosen')
    press('2')
    expect([list(1), list(2)].map(({ textContent }) => textContent?.includes('chosen'))).toEqual([false, true])
    await allSaved()
  })

  it('does not submit before a reason is given', async () => {
    const { server } = open(pairRecord, ['careful', 'plain'])
    press('1', 'h')
    await allSaved()
    press('ctrl+Enter', 'Escape')
    expect(document.activeElement?.id).toBe('field-item-justification')
    expect(server.submissions).toBe(0)
  })

  it('of two extractors has a third answer, and needs no reason', async () => {
    const { server } = open(comparisonRecord, ['model two', 'model one'])
    press('3')
    expect(screen.queryByText('Was the choice easy or hard?')).toBeNull()
    expect(await submitted(server)).toEqual({ item: { compared: 'hard_to_choose' } })
  })
})
