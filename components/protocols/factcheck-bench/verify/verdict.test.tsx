import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { verifyStage } from '@/lib/protocols/factcheck-bench/verify'
import type { Answers } from '@/lib/protocols/protocol'
import { focused, openPage, openUnit, press, write } from '@/tests/support/bench-page'
import { CLAIM, CONTENT, claim, ITEM, JUDGED, passage, sentence, UNITS } from './sample-claims'

const show = (answers: Answers = {}, units = UNITS) => openPage(verifyStage, CONTENT, units, answers)

afterEach(() => {
  vi.unstubAllGlobals()
})

const CORRECTED = 'The lighthouse of Arden has seven floors.'
const ofClaim = (at: string) => at.startsWith('s1.c1/')

describe('the verdict', () => {
  it('true needs nothing more, and leads to the next claim', async () => {
    const page = show(JUDGED)
    expect(openUnit()).toBe('s1.c1')
    press('1', '3')
    expect(openUnit()).toBe('s2.c1')
    await page.settled()
    expect(page.missing().filter(ofClaim)).toEqual([])
  })

  it('false needs a correction or an explicit deletion, and at least one reference (PEERS 1.2 #8, SEEDS 1.7 #13)', async () => {
    const page = show(JUDGED)
    press('1', '4')
    expect(openUnit()).toBe('s1.c1')
    await page.settled()
    expect(page.missing().filter(ofClaim)).toEqual(['s1.c1/correction', 's1.c1/references'])
    press('6')
    await page.settled()
    expect(page.missing().filter(ofClaim)).toEqual(['s1.c1/revised', 's1.c1/references'])
    expect(focused()).toBe('field-s1.c1-revised')
    write(CORRECTED)
    press('Enter')
    expect(openUnit()).toBe('s1.c1')
    press('u', 'n')
    expect(openUnit()).toBe('s2.c1')
    await page.settled()
    expect(page.missing().filter(ofClaim)).toEqual([])
    expect(page.counting()['s1.c1']).toEqual({
      enough: 'yes',
      verdict: 'false',
      correction: 'edit',
      revised: CORRECTED,
      references: ['s1.c1.e1', 's1.c1.e2'],
    })
  })

  it('a correction starts from the claim, shows what it changes, and cannot be empty or unchanged (PEERS 1.2 #8, SEEDS 1.7 #20)', async () => {
    const page = show({
      ...JUDGED,
      's1.c1': { enough: 'yes', verdict: 'false', correction: 'edit', references: ['s1.c1.e1'] },
    })
    press('t')
    expect(screen.getByDisplayValue(CLAIM)).toBeTruthy()
    expect(screen.getByText(/Nothing is changed yet/)).toBeTruthy()
    write(CORRECTED)
    expect(screen.getByText('Replace “nine” by “seven”.')).toBeTruthy()
    expect(document.querySelector('aside del')?.textContent).toBe('[removed: nine]')
    expect(document.querySelector('aside ins')?.textContent).toBe('[added: seven]')
    await page.settled()
    expect(page.missing().filter(ofClaim)).toEqual([])
    write(' ')
    await page.settled()
    expect(page.missing().filter(ofClaim)).toEqual(['s1.c1/revised'])
    write(CLAIM)
    await page.settled()
    expect(page.missing().filter(ofClaim)).toEqual(['s1.c1/revised'])
  })

  it('a deletion is a choice of its own, never an empty text (SEEDS 1.7 #12)', async () => {
    const page = show(JUDGED)
    press('1', '4', '7', 'u')
    await page.settled()
    expect(page.missing().filter(ofClaim)).toEqual([])
    expect(page.counting()['s1.c1']).toMatchObject({ correction: 'delete' })
    expect(page.counting()['s1.c1']).not.toHaveProperty('revised')
  })

  it('references are pieces of this claim, switched on and off, never text (PEERS 1.2 #8, SEEDS 1.7 #14)', async () => {
    const page = show({ ...JUDGED, 's1.c1': { enough: 'yes', verdict: 'false', correction: 'delete' } })
    const chips = screen.getByText('Which evidence does the correction rest on?').closest('fieldset')
    expect(chips?.querySelectorAll('input, textarea')).toHaveLength(0)
    expect([...(chips?.querySelectorAll('button[aria-pressed]') ?? [])]).toHaveLength(3)
    press('k', 'u')
    await page.settled()
    expect(page.counting()['s1.c1']?.references).toEqual(['s1.c1.e3'])
    press('k', 'u', 'j', 'u')
    await page.settled()
    expect(page.counting()['s1.c1']?.references).toEqual(['s1.c1.e2'])
  })

  it('gives digits to the references while these have the ring, and to the questions again elsewhere', async () => {
    const page = show({ ...JUDGED, 's1.c1': { enough: 'yes', verdict: 'false' } })
    press('h', 'h', '7')
    expect(focused()).toBe('field-s1.c1-references')
    press('2')
    await page.settled()
    expect(page.counting()['s1.c1']).toMatchObject({ enough: 'yes', references: ['s1.c1.e2'] })
    // The chips, too, have the ring, and a digit without a chip does nothing.
    act(() => screen.getByRole('button', { name: /^1 · / }).focus())
    press('1', '9')
    await page.settled()
    expect(page.counting()['s1.c1']).toMatchObject({ enough: 'yes', references: ['s1.c1.e1', 's1.c1.e2'] })
    const caps = (name: RegExp) =>
      screen.getAllByRole('button', { name }).map((each) => each.getAttribute('aria-keyshortcuts'))
    expect(new Set(caps(/^Not enough/))).toEqual(new Set([null]))
    press('k', 'j', '2')
    await page.settled()
    expect(page.values()['s1.c1']).toMatchObject({ enough: 'no' })
  })

  it('gives digits to the passage that has the ring, not to the one that was open', async () => {
    const page = show()
    expect(openUnit()).toBe('s1.c1.e1')
    const third = screen.getByRole('region', { name: /^Evidence 3/ })
    act(() => third.querySelector('button')?.focus())
    press('4')
    await page.settled()
    expect(page.values()['s1.c1.e3']).toMatchObject({ stance: 'irrelevant' })
    expect(page.values()['s1.c1.e1'] ?? {}).not.toHaveProperty('stance')
  })

  it('not enough evidence keeps the claim, or deletes it with a reason', async () => {
    const page = show(JUDGED)
    press('2', 'q')
    write('arden lighthouse')
    press('Escape', '5')
    await page.settled()
    expect(page.missing().filter(ofClaim)).toEqual(['s1.c1/unverified'])
    press('7')
    expect(focused()).toBe('field-s1.c1-deleteReason')
    await page.settled()
    expect(page.missing().filter(ofClaim)).toEqual(['s1.c1/deleteReason'])
    write('Nobody would miss it.')
    press('Enter')
    expect(openUnit()).toBe('s2.c1')
    press('k', 'k', '6')
    await page.settled()
    expect(page.counting()['s1.c1']).toMatchObject({ unverified: 'keep' })
    expect(page.counting()['s1.c1']).not.toHaveProperty('deleteReason')
  })

  it('changed from false to true keeps the correction in reserve and brings it back (SEEDS 1.7 #6)', async () => {
    const page = show({
      ...JUDGED,
      's1.c1': { enough: 'yes', verdict: 'false', correction: 'edit', revised: CORRECTED, references: ['s1.c1.e1'] },
    })
    press('h', 'h', '3')
    await page.settled()
    expect(page.counting()['s1.c1']).toEqual({ enough: 'yes', verdict: 'true' })
    press('h', 'h')
    expect(screen.queryByDisplayValue(CORRECTED)).toBeNull()
    press('4')
    await page.settled()
    expect(screen.getByDisplayValue(CORRECTED)).toBeTruthy()
    expect(page.counting()['s1.c1']).toMatchObject({ revised: CORRECTED, references: ['s1.c1.e1'] })
  })
})

describe('the hint of the guideline', () => {
  it('is a line to read that answers nothing', () => {
    const page = show(JUDGED)
    expect(screen.getByText('The guideline says:').parentElement?.textContent).toMatch(/refutes the claim: correct it/)
    expect(page.requests).toEqual([])
    expect(page.missing()).toContain('s1.c1/verdict')
  })

  it('stands beside the strongest passage on each side, where there is one of each', () => {
    show({ ...JUDGED, 's1.c1.e3': { stance: 'partially-support' } })
    expect(screen.getByText('Best that supports')).toBeTruthy()
    expect(screen.getByText('Best that refutes')).toBeTruthy()
  })
})

describe('going through the claims', () => {
  it('shows everything again on coming back, after a reload too (PEERS 1.2 #2, #11; SEEDS 1.7 #5)', async () => {
    const page = show(JUDGED)
    press('1', '4', '6')
    write(CORRECTED)
    press('Enter', 'u', 'l')
    expect(openUnit()).toBe('s1.c2')
    expect(screen.queryByDisplayValue(CORRECTED)).toBeNull()
    press('h')
    const isShown = () => {
      expect(screen.getByDisplayValue(CORRECTED)).toBeTruthy()
      expect(document.querySelectorAll('section[aria-label$=", Refutes"]')).toHaveLength(2)
      expect(document.querySelectorAll('fieldset button[aria-pressed=true]').length).toBeGreaterThan(5)
    }
    isShown()
    await page.settled()
    page.reload()
    press('h', 'h')
    isShown()
  })

  it('leaves claims that are not checked pale, but to be opened and read', () => {
    show(JUDGED)
    fireEvent.click(screen.getByText('The lighthouse is pretty.'))
    expect(openUnit()).toBe('s1.c2')
    expect(screen.getByText(/This claim is not checked/)).toBeTruthy()
  })

  it('asks for own evidence or queries where none came with the claim', async () => {
    const page = show(JUDGED)
    press('l', 'l')
    expect(openUnit()).toBe('s2.c1')
    expect(screen.getByText(/No evidence came with this claim/)).toBeTruthy()
    press('1', '3')
    await page.settled()
    expect(page.missing()).toContain('s2.c1/enough')
  })

  it('draws the evidence of the open claim only, among 60 claims with 300 passages, and numbers all of them rightly', () => {
    const claims = Array.from({ length: 60 }, (_, index) => `s1.c${index + 1}`)
    const units = claims.flatMap((key) => [
      claim(key, `The lighthouse has the property ${key}.`),
      ...Array.from({ length: 5 }, (_, index) => passage(`${key}.e${index + 1}`, `Passage ${index + 1} on ${key}`)),
    ])
    show({}, [ITEM, sentence('s1', 'It has many properties.', 'yes'), ...units])
    expect(document.querySelectorAll('section[aria-label^="Evidence "]')).toHaveLength(5)
    fireEvent.click(screen.getByText('The lighthouse has the property s1.c60.'))
    expect(openUnit()).toBe('s1.c60.e1')
    expect(document.querySelectorAll('section[aria-label^="Evidence "]')).toHaveLength(5)
    expect(screen.getByText('1.60')).toBeTruthy()
  })
})
