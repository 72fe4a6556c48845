import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { verifyStage } from '@/lib/protocols/factcheck-bench/verify'
import { entriesOf } from '@/lib/protocols/made-units'
import type { Answers } from '@/lib/protocols/protocol'
import { focused, openPage, openUnit, paste, press, write } from '@/tests/support/bench-page'
import { CONTENT, JUDGED, UNITS } from './sample-claims'

afterEach(() => {
  vi.unstubAllGlobals()
})

const show = (answers: Answers = {}) => openPage(verifyStage, CONTENT, UNITS, answers)
const CORRECTED = 'The lighthouse of Arden has seven floors.'

describe('one key for what most often goes together', () => {
  const hints = () =>
    ['enough, true', 'the rest irrelevant; enough, true'].map((words) => screen.queryByText(words) !== null)

  it('is named at the claim while it does something, and only then', () => {
    show(JUDGED)
    expect(hints()).toEqual([true, false])
    cleanup()
    show({})
    press('v')
    expect(hints()).toEqual([false, false])
    cleanup()
    show({ 's1.c1.e1': { stance: 'completely-support' } })
    press('v')
    expect(hints()).toEqual([false, true])
  })

  it('true, by the evidence that is judged, and on to the next claim', async () => {
    const page = show({ ...JUDGED, 's1.c1.e1': { stance: 'completely-support' } })
    press('y')
    expect(openUnit()).toBe('s2.c1')
    await page.settled()
    expect(page.counting()['s1.c1']).toEqual({ enough: 'yes', verdict: 'true' })
  })

  it('false, by all that refutes, and on to the correction; one step of undo', async () => {
    const page = show(JUDGED)
    press('f')
    expect(focused()).toBe('field-s1.c1-revised')
    write(CORRECTED)
    press('Enter')
    expect(openUnit()).toBe('s2.c1')
    await page.settled()
    const references = ['s1.c1.e1', 's1.c1.e2']
    const decided = { enough: 'yes', verdict: 'false', correction: 'edit', revised: CORRECTED, references }
    expect(page.counting()['s1.c1']).toEqual(decided)
    expect([page.origin('s1.c1', 'verdict'), page.origin('s1.c1', 'references')]).toEqual(['chosen', 'bulk'])
    press('ctrl+z', 'ctrl+z')
    await page.settled()
    expect(page.counting()['s1.c1']).toBeUndefined()
  })

  it('refutes, and the correction rests on this passage alone', async () => {
    const page = show()
    press('b', '3', 'r', 'f')
    write(CORRECTED)
    press('Enter')
    await page.settled()
    expect(page.counting()['s1.c1.e1']).toEqual({ stance: 'refute' })
    expect(page.counting()['s1.c1']).toMatchObject({ verdict: 'false', references: ['s1.c1.e1'] })
  })

  it('the rest irrelevant and true, false, or own evidence: one stroke, one step of undo', async () => {
    const page = show()
    press('1', 'shift+y')
    expect(openUnit()).toBe('s2.c1')
    await page.settled()
    expect(page.counting()['s1.c1']).toEqual({ enough: 'yes', verdict: 'true' })
    expect(page.counting()['s1.c1.e3']).toEqual({ stance: 'irrelevant' })
    expect([page.origin('s1.c1.e3', 'stance'), page.origin('s1.c1', 'verdict')]).toEqual(['bulk', 'chosen'])
    press('ctrl+z')
    await page.settled()
    expect(page.counting()).toEqual({ 's1.c1.e1': { stance: 'completely-support' } })
    press('ctrl+z', '3', 'shift+f')
    expect(focused()).toBe('field-s1.c1-revised')
    await page.settled()
    expect(page.counting()['s1.c1']).toMatchObject({ verdict: 'false', references: ['s1.c1.e1'] })
  })

  it('the rest irrelevant and own evidence, which says that it was not enough', async () => {
    const page = show()
    press('shift+c')
    expect(focused()).toMatch(/^field-.+-query$/)
    await page.settled()
    expect(page.counting()['s1.c1']).toMatchObject({ enough: 'no' })
    expect(page.counting()['s1.c1.e1']).toEqual({ stance: 'irrelevant' })
  })

  it('this passage supports, the rest irrelevant, true: one stroke; likewise refutes and false', async () => {
    const page = show()
    press('4', 'shift+t')
    expect(openUnit()).toBe('s2.c1')
    await page.settled()
    expect(['e1', 'e2', 'e3'].map((key) => page.counting()[`s1.c1.${key}`]?.stance)).toEqual([
      'irrelevant',
      'completely-support',
      'irrelevant',
    ])
    expect(page.counting()['s1.c1']).toEqual({ enough: 'yes', verdict: 'true' })
    expect([page.origin('s1.c1.e2', 'stance'), page.origin('s1.c1.e3', 'stance')]).toEqual(['chosen', 'bulk'])
    press('ctrl+z', 'shift+b')
    expect(focused()).toBe('field-s1.c1-revised')
    await page.settled()
    expect(page.counting()['s1.c1']).toMatchObject({ verdict: 'false', references: ['s1.c1.e2'] })
  })

  it('changes neither a stance nor a verdict that is there, with the keys that say both', async () => {
    const judged: Answers = { ...JUDGED, 's1.c1.e1': { stance: 'completely-support' } }
    const decided: Answers = { ...judged, 's1.c1': { enough: 'yes', verdict: 'true' } }
    const page = show(decided)
    const before = page.counting()
    while (openUnit() !== 's1.c1.e2') press('k')
    press('u', 't')
    await page.settled()
    expect(openUnit()).toBe('s1.c1.e2')
    expect(page.counting()).toEqual(before)
  })

  it('own evidence: reliable, supports or refutes, and with it true or false', async () => {
    const page = show()
    press('shift+c')
    for (const text of ['floors of the lighthouse', 'https://example.org', 'It has seven floors.']) {
      write(text)
      press('Enter')
    }
    press('y')
    expect(openUnit()).toBe('s2.c1')
    await page.settled()
    const [own] = entriesOf(page.counting()['s1.c1']?.ownEvidence)
    const key = own?.key ?? ''
    expect(page.counting()[key]).toMatchObject({ stance: 'completely-support', reliable: 'yes' })
    expect(page.counting()['s1.c1']).toMatchObject({ enough: 'no', verdict: 'true' })
    press('ctrl+z')
    expect(openUnit()).toBe(key)
    press('f')
    expect(focused()).toBe('field-s1.c1-revised')
    await page.settled()
    expect(page.counting()[key]).toMatchObject({ stance: 'refute', reliable: 'yes' })
    expect(page.counting()['s1.c1']).toMatchObject({ enough: 'no', verdict: 'false', references: [key] })
  })

  it('own evidence says with its verdict that the passages left are irrelevant', async () => {
    const page = show()
    press('c')
    for (const text of ['floors of the lighthouse', 'https://example.org', 'It has seven floors.']) {
      write(text)
      press('Enter')
    }
    press('y')
    expect(openUnit()).toBe('s2.c1')
    await page.settled()
    const [own] = entriesOf(page.counting()['s1.c1']?.ownEvidence)
    expect(page.counting()[own?.key ?? '']).toMatchObject({ stance: 'completely-support', reliable: 'yes' })
    expect(['e1', 'e2', 'e3'].map((key) => page.counting()[`s1.c1.${key}`]?.stance)).toEqual([
      'irrelevant',
      'irrelevant',
      'irrelevant',
    ])
    expect(page.origin('s1.c1.e1', 'stance')).toBe('bulk')
    expect(page.counting()['s1.c1']).toMatchObject({ enough: 'no', verdict: 'true' })
  })

  it('never calls own evidence irrelevant with the rest', async () => {
    const page = show()
    for (const address of ['https://example.org/1', 'https://example.org/2']) {
      press('c')
      for (const text of ['floors of the lighthouse', address, 'It has seven floors.']) {
        write(text)
        press('Enter')
      }
    }
    press('y', 'f', 'shift+y', 'shift+f', 'shift+c')
    await page.settled()
    expect(page.counting()['s1.c1']).not.toHaveProperty('verdict')
    const own = entriesOf(page.counting()['s1.c1']?.ownEvidence)
    expect(own.map(({ key }) => page.counting()[key]?.stance)).toEqual([undefined, undefined, undefined])
  })

  it.each([
    [
      ['1', 'y'],
      ['1', 'shift+y'],
    ],
    [
      ['3', 'f'],
      ['3', 'shift+f'],
    ],
    [
      ['4', 't'],
      ['4', 'shift+t'],
    ],
    [
      ['4', 'u'],
      ['4', 'shift+b'],
    ],
    [
      ['4', '9'],
      ['4', 'shift+e'],
    ],
    [
      ['4', '0'],
      ['4', 'shift+x'],
    ],
    [['q'], ['shift+n']],
  ])('says the same by %o and by %o', async (plain, chord) => {
    const said = async (keys: readonly string[]) => {
      const page = show()
      press(...keys)
      await page.settled()
      const answers = JSON.stringify(page.counting())
      cleanup()
      return answers
    }
    const answers = await said(plain)
    expect(answers).toContain(plain.includes('q') ? '"enough":"no"' : '"verdict"')
    expect(answers).toBe(await said(chord))
  })

  it('the rest all of one stance', async () => {
    const page = show()
    press('4', 'shift+1')
    await page.settled()
    const stances = ['s1.c1.e1', 's1.c1.e2', 's1.c1.e3'].map((key) => page.counting()[key]?.stance)
    expect(stances).toEqual(['irrelevant', 'completely-support', 'completely-support'])
    expect(openUnit()).toBe('s1.c1')
  })

  it('exceptions first, then the rest: they support and it is true, or they refute and it is false', async () => {
    const page = show()
    press('4', 'shift+e')
    expect(openUnit()).toBe('s2.c1')
    await page.settled()
    const stances = () => ['s1.c1.e1', 's1.c1.e2', 's1.c1.e3'].map((key) => page.counting()[key]?.stance)
    expect(stances()).toEqual(['irrelevant', 'completely-support', 'completely-support'])
    expect(page.counting()['s1.c1']).toEqual({ enough: 'yes', verdict: 'true' })
    expect([page.origin('s1.c1.e2', 'stance'), page.origin('s1.c1', 'verdict')]).toEqual(['bulk', 'chosen'])
    press('ctrl+z', 'shift+x')
    expect(focused()).toBe('field-s1.c1-revised')
    await page.settled()
    expect(stances()).toEqual(['irrelevant', 'refute', 'refute'])
    const references = ['s1.c1.e2', 's1.c1.e3']
    expect(page.counting()['s1.c1']).toMatchObject({ verdict: 'false', correction: 'edit', references })
  })

  it('searched and none found, and the claim is kept for want of evidence', async () => {
    const page = show()
    press('shift+n')
    expect(focused()).toBe('field-s1.c1-searched')
    write('floors of the lighthouse')
    press('Escape', 'i')
    expect(openUnit()).toBe('s2.c1')
    await page.settled()
    expect(page.counting()['s1.c1.e3']).toEqual({ stance: 'irrelevant' })
    expect(page.counting()['s1.c1']).toEqual({
      enough: 'no',
      searched: 'floors of the lighthouse',
      verdict: 'not_enough_evidence',
      unverified: 'keep',
    })
    press('ctrl+z')
    await page.settled()
    expect(page.counting()['s1.c1']).toEqual({ enough: 'no', searched: 'floors of the lighthouse' })
  })

  it('writes no queries where own evidence was found, or the automatic evidence is enough', async () => {
    const page = show({ ...JUDGED, 's1.c1': { enough: 'yes' } })
    press('v', 'shift+n')
    expect(page.requests).toEqual([])
    press('i')
    await page.settled()
    expect(page.counting()['s1.c1']).toEqual({ enough: 'yes', verdict: 'not_enough_evidence', unverified: 'keep' })
  })

  it('an address that is pasted with words of its page fills both fields, and Enter leads out of them', async () => {
    const page = show()
    press('shift+c')
    write('floors of the lighthouse')
    press('Enter')
    expect(focused()).toMatch(/-url$/)
    paste('“It has seven floors.”\nhttps://example.org/arden')
    press('Enter')
    expect(focused()).not.toMatch(/^field-/)
    press('y')
    expect(openUnit()).toBe('s2.c1')
    await page.settled()
    const [own] = entriesOf(page.counting()['s1.c1']?.ownEvidence)
    expect(page.counting()[own?.key ?? '']).toMatchObject({
      url: 'https://example.org/arden',
      quote: 'It has seven floors.',
    })
  })

  it('no verdict by evidence of which nothing was judged', async () => {
    const page = show()
    press('shift+y', 'shift+f', 'shift+e', 'shift+x', 'y', 'f', '9', '0', 'i')
    expect(page.requests).toEqual([])
  })

  it('decides nothing where no passage came with the claim', async () => {
    const page = show(JUDGED)
    press('l', 'l')
    expect(openUnit()).toBe('s2.c1')
    press('y', 'f')
    expect(page.requests).toEqual([])
  })
})
