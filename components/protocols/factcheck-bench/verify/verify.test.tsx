import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Workbench } from '@/lib/annotation/annotations/contract'
import { verifyStage } from '@/lib/protocols/factcheck-bench/verify'
import type { Answers } from '@/lib/protocols/protocol'
import { focused, openPage, openUnit, press, pressedKeys, write } from '@/tests/support/bench-page'
import { CONTENT, JUDGED, UNITS } from './sample-claims'

const show = (answers: Answers = {}, units = UNITS, mode: Mode = 'editing') =>
  openPage(verifyStage, CONTENT, units, answers, mode)

type Mode = Workbench['mode']

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The section of a piece of evidence. Roles and names of a whole page are slow to find. */
function section(number: number): HTMLElement {
  const found = document.querySelector(`section[aria-label^="Evidence ${number},"]`)
  if (!(found instanceof HTMLElement)) throw new Error(`There is no evidence ${number}.`)
  return found
}
const card = (number: number) => within(section(number))

describe('a passage that a run found', () => {
  it('is one card with all queries that led to it, its page and when that was read', () => {
    const found = { queries: ['arden floors', 'arden height'], title: 'The port of Arden', source: 'page', rank: 4 }
    const more = { snapshot: null, start: null, end: null, readAt: '2030-01-01T00:00:00.000Z' }
    const data = { url: 'https://www.example.org/e1', query: 'arden floors', rank: 1, found: { ...found, ...more } }
    show(
      {},
      UNITS.map((unit) => (unit.key === 's1.c1.e1' ? { ...unit, data } : unit)),
    )
    const folded = card(1).getByText('Found by 2 queries').closest('details')
    expect(folded?.open).toBe(false)
    expect([...(folded?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual(found.queries)
    for (const words of ['The port of Arden', 'Rank 4', /^Read/]) expect(card(1).getByText(words)).toBeDefined()
    expect(card(2).getByText('arden lighthouse floors')).toBeDefined()
  })
})

describe('reading what was submitted', () => {
  it('moves from claim to claim and shows long passages by key, and answers nothing', () => {
    const long = UNITS.map((unit) =>
      unit.key === 's1.c1.e1' ? { ...unit, text: 'It has seven floors. '.repeat(60) } : unit,
    )
    const page = show({}, long, 'reading')
    expect(screen.getByText('Show all')).toBeTruthy()
    press('w')
    expect(screen.getByText('Show less')).toBeTruthy()
    press('3', 'r', 'c', 'l', 'l')
    expect(openUnit()).toBe('s2.c1')
    press('h', 'h')
    expect(openUnit()).toBe('s1.c1.e1')
    expect(page.requests).toEqual([])
    expect(page.values()).toEqual({})
  })
})

describe('judging evidence', () => {
  it('takes one key a passage, and goes on to the next and then to the claim', async () => {
    const page = show()
    expect(openUnit()).toBe('s1.c1.e1')
    press('3')
    expect(openUnit()).toBe('s1.c1.e2')
    press('3', '4')
    expect(openUnit()).toBe('s1.c1')
    expect(pressedKeys()).toBe(3)
    await page.settled()
    expect(page.values()).toEqual(JUDGED)
  })

  it('takes the rest as irrelevant in one recorded act, which undo takes back as one', async () => {
    const page = show({ 's1.c1.e2': { stance: 'refute' } })
    press('r')
    await page.settled()
    expect(page.values()).toEqual({
      's1.c1.e1': { stance: 'irrelevant' },
      's1.c1.e2': { stance: 'refute' },
      's1.c1.e3': { stance: 'irrelevant' },
    })
    expect([page.origin('s1.c1.e1', 'stance'), page.origin('s1.c1.e2', 'stance')]).toEqual(['bulk', 'chosen'])
    expect(openUnit()).toBe('s1.c1')
    press('ctrl+z')
    await page.settled()
    expect(page.missing()).toContain('s1.c1.e3/stance')
    expect(page.values()['s1.c1.e1']).toEqual({ stance: null })
  })

  it('has fields for reliability and sufficiency of each passage, and shows query and rank (PEERS 1.2 #12, SEEDS 1.7 #19)', async () => {
    const page = show()
    press('5', '8')
    await page.settled()
    expect(page.values()).toEqual({ 's1.c1.e1': { reliable: 'yes', sufficient: 'no' } })
    expect(card(1).getByText('arden lighthouse floors')).toBeTruthy()
    expect(card(1).getByText('Rank 1')).toBeTruthy()
    press('5')
    await page.settled()
    expect(page.values()['s1.c1.e1']).toEqual({ reliable: null, sufficient: 'no' })
  })

  it('keeps the address of each passage in sight, and makes a link of none but a web address (PEERS 1.2 #7)', () => {
    show()
    const link = card(1).getByRole('link')
    expect(link.getAttribute('href')).toBe('https://www.example.org/s1.c1.e1')
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer nofollow'])
    expect(link.textContent).toContain('example.org')
    expect(card(2).queryByRole('link')).toBeNull()
    expect(card(2).getByText('No web address: javascript:alert(1)')).toBeTruthy()
    expect(card(3).getByText('No address came with it')).toBeTruthy()
  })

  it('says which passage another repeats, and marks the words it shares with the claim', () => {
    show()
    expect(card(2).getByText('Same as evidence 1')).toBeTruthy()
    expect(card(1).queryByText(/ame as/)).toBeNull()
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toContain('Arden')
  })

  it('cannot be left out: a passage without a stance and a claim never opened are missing (PEERS 1.2 #6, SEEDS 1.7 #13)', () => {
    const page = show({ ...JUDGED, 's1.c1.e3': {} })
    expect(page.missing()).toEqual(
      expect.arrayContaining(['s1.c1.e3/stance', 's1.c1/enough', 's1.c1/verdict', 's2.c1/enough', 's2.c1/verdict']),
    )
    press('ctrl+enter')
    expect(screen.getByText('5 things are missing')).toBeTruthy()
    expect(openUnit()).toBe('s1.c1')
    expect(page.requests.flat()).toEqual([])
  })
})

describe('own evidence', () => {
  const WRITTEN = { query: 'arden lighthouse', url: 'https://example.com/arden', quote: 'It has seven floors.' }

  /** Adds a row, writes into its fields and judges it, by key alone. */
  function addRow({ query, url, quote } = WRITTEN) {
    press('c')
    write(query)
    press('Enter')
    write(url)
    press('Enter')
    write(quote)
    press('Enter')
    press('5', '3')
  }

  it('is a row with query, address, quotation, reliability, stance and sufficiency, and there can be several (PEERS 1.2 #12, SEEDS 1.7 #15)', async () => {
    const page = show({ ...JUDGED, 's1.c1': { enough: 'no' } })
    press('v')
    addRow()
    press('v')
    addRow({ ...WRITTEN, query: 'arden tower' })
    await page.settled()
    const rows = Object.values(page.counting()).filter(({ quote }) => quote !== undefined)
    expect(rows).toEqual([
      { ...WRITTEN, stance: 'refute', reliable: 'yes' },
      { ...WRITTEN, query: 'arden tower', stance: 'refute', reliable: 'yes' },
    ])
    expect(card(5).getByText('Same as evidence 4')).toBeTruthy()
  })

  it('takes no address that is none, and keeps what was typed of it', async () => {
    const page = show({ ...JUDGED, 's1.c1': { enough: 'no' } })
    press('v', 'c', 'Enter')
    write('see the encyclopedia')
    const field = document.activeElement
    if (field) fireEvent.blur(field)
    expect(screen.getByRole('alert').textContent).toBe('A link begins with http:// or https://.')
    await page.settled()
    expect(page.missing().filter((at) => at.endsWith('/url'))).toHaveLength(1)
    page.reload()
    expect(screen.getByDisplayValue('see the encyclopedia')).toBeTruthy()
  })

  it('shows the address that undo brings back, not the half of one that stood there meanwhile', async () => {
    const page = show({ ...JUDGED, 's1.c1': { enough: 'no' } })
    press('v')
    addRow()
    await page.settled()
    act(() => screen.getByDisplayValue(WRITTEN.url).focus())
    write('htt')
    expect(screen.getByDisplayValue('htt')).toBeTruthy()
    press('Escape', 'ctrl+z')
    expect(screen.getByDisplayValue(WRITTEN.url)).toBeTruthy()
    await page.settled()
    expect(page.missing().filter((at) => at.endsWith('/url'))).toEqual([])
  })

  it('is kept when "enough" goes from no to yes and back, and counts only with no (SEEDS 1.7 #6, #7)', async () => {
    const page = show({ ...JUDGED, 's1.c1': { enough: 'no' } })
    press('v')
    addRow()
    press('v', '1')
    await page.settled()
    expect(screen.queryByDisplayValue(WRITTEN.quote)).toBeNull()
    expect(page.counting()['s1.c1']?.ownEvidence).toBeUndefined()
    press('2')
    await page.settled()
    expect(screen.getByDisplayValue(WRITTEN.quote)).toBeTruthy()
    expect(screen.getByDisplayValue(WRITTEN.url)).toBeTruthy()
    expect(page.counting()['s1.c1']?.ownEvidence).toHaveLength(1)
  })

  it('is removed by one act that can be undone (SEEDS 1.7 #20)', async () => {
    const page = show({ ...JUDGED, 's1.c1': { enough: 'no', verdict: 'false', correction: 'delete' } })
    press('v')
    addRow()
    const row = section(4).id.replace('unit-', '')
    fireEvent.click(card(4).getByText('Reference'))
    await page.settled()
    expect(page.counting()['s1.c1']?.references).toEqual([row])
    fireEvent.click(screen.getByLabelText('Remove evidence 4'))
    await page.settled()
    expect(screen.queryByDisplayValue(WRITTEN.quote)).toBeNull()
    expect(page.counting()['s1.c1']?.references).toBeUndefined()
    press('ctrl+z')
    await page.settled()
    expect(screen.getByDisplayValue(WRITTEN.quote)).toBeTruthy()
    expect(page.counting()['s1.c1']?.references).toEqual([row])
  })

  it('or the queries that found none: one of them is needed where the automatic evidence was not enough (SEEDS 1.7 #15)', async () => {
    const page = show({ ...JUDGED, 's1.c1': { enough: 'no' } })
    expect(page.missing()).toContain('s1.c1/searched')
    press('v', 'q')
    expect(focused()).toBe('field-s1.c1-searched')
    write('arden lighthouse height\narden tower')
    await page.settled()
    expect(page.missing()).not.toContain('s1.c1/searched')
  })
})

describe('own evidence', () => {
  it('is not silently refused where the automatic evidence is enough, and names what would let it in', async () => {
    const page = show({ ...JUDGED, 's1.c1': { enough: 'yes' } })
    press('v', 'c')
    await screen.findByRole('dialog', { name: 'No piece of own evidence can be added here' })
    expect(document.activeElement?.textContent).toMatch(/^Claim 1 of sentence 1: “Own evidence” is asked only after “/)
    press('3', 'q', 'Escape')
    expect(page.requests).toEqual([])
  })

  it('is offered no splitting and no joining in the list of keys', async () => {
    show()
    press('?')
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    expect(sheet.getByText('Add (piece of own evidence)')).toBeTruthy()
    expect(sheet.queryByText(/^(Split|Join)/)).toBeNull()
    expect(sheet.getAllByText(/^Verdict \(claim\): /)).toHaveLength(3)
  })
})
