import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { mergeStage } from '@/lib/protocols/factcheck-bench/merge'
import { mergeResponse } from '@/lib/protocols/factcheck-bench/merge-response'
import type { Answers } from '@/lib/protocols/protocol'
import { focused, openPage, press, write } from '@/tests/support/bench-page'
import { CONTENT, MERGED, UNITS, withSentence } from './sample-units'

afterEach(() => {
  vi.unstubAllGlobals()
})

const show = (answers: Answers = {}, units = UNITS) => openPage(mergeStage, CONTENT, units, answers)
const whole = () => document.getElementById('field-item-response')
const field = (unit: string) => document.getElementById(`field-${unit}-revised`)
const traced = (text: string) => screen.getByText(text, { selector: 'section[aria-label^="Where"] a' })
const DECIDED = { s1: { fate: 'keep' }, s2: { fate: 'keep' }, s3: { fate: 'delete' }, s4: { fate: 'keep' } }

describe('merging sentences', () => {
  it('starts from a merge that stands without any further act (PEERS 1.2 #10, SEEDS 1.7 #11)', async () => {
    const page = show()
    expect(whole()).toHaveProperty('value', MERGED)
    press('1', '1', '2', '1')
    await page.settled()
    expect(page.missing()).toEqual([])
    expect(page.counting()).toEqual(DECIDED)
    expect(mergeResponse({ content: CONTENT, units: UNITS }, page.counting()).text).toBe(MERGED)
  })

  it('keeps a sentence in the words of its claims, or in its standalone wording, by one key', async () => {
    const page = show()
    press('l')
    expect(document.querySelector('aside h2')?.textContent).toContain('Sentence 2 of 4')
    press('l')
    await page.settled()
    expect(page.counting().s1).toEqual({ fate: 'keep', revised: 'The lighthouse has seven floors.' })
    expect(page.counting().s2).toEqual({ fate: 'keep', revised: 'The lighthouse was built in 1871.' })
    press('ctrl+z')
    await page.settled()
    expect(page.counting().s2).toBeUndefined()
    fireEvent.click(screen.getByText('Arden has a lighthouse of nine floors.', { selector: 'a span' }))
    press('t')
    await page.settled()
    expect(page.counting().s1).toEqual({ fate: 'keep', revised: 'Arden has a lighthouse of nine floors.' })
  })

  it('keeps the original order, and says no sentence twice that was edited twice (PEERS 1.2 #9, SEEDS 1.7 #11)', async () => {
    const page = show()
    fireEvent.click(screen.getByText('Sailors like it.', { selector: 'a span' }))
    press('e')
    write('Sailors loved it.')
    fireEvent.click(screen.getByText('It was built in 1871.', { selector: '#unit-s2 span' }))
    press('e')
    write('It was built in 1872.')
    press('Enter')
    fireEvent.click(screen.getByText('Sailors like it.', { selector: 'a span' }))
    press('e')
    write('Sailors still like it.')
    await page.settled()
    const merged = 'Arden has a lighthouse of seven floors. It was built in 1872. Sailors still like it.'
    expect(whole()).toHaveProperty('value', merged)
    expect(mergeResponse({ content: CONTENT, units: UNITS }, page.counting()).text).toBe(merged)
  })

  it('shows the corrections, and the live difference from the original with its count of words', () => {
    show()
    expect(screen.getByText('Corrected', { selector: 'aside *' })).toBeTruthy()
    expect(screen.getByText(/As merged\. 1 word added, 1 removed\./)).toBeTruthy()
    press('e')
    write('Arden has a tall lighthouse of seven floors.')
    expect(screen.getByText(/2 words added, 1 removed\.$/, { selector: 'p' })).toBeTruthy()
    expect([...document.querySelectorAll('aside ins')].map((each) => each.textContent)).toContain('[added: seven]')
  })

  it('deletes by an explicit act only: an emptied text brings the merge back (SEEDS 1.7 #12)', async () => {
    const page = show()
    press('e')
    write('Arden has a lighthouse.')
    write(' ')
    await page.settled()
    expect(page.counting().s1).toEqual({ fate: 'keep' })
    expect(whole()).toHaveProperty('value', MERGED)
    press('Escape', '2')
    await page.settled()
    expect(page.counting().s1).toEqual({ fate: 'delete' })
    expect(whole()).toHaveProperty('value', 'It was built in 1871. Sailors like it.')
  })

  it('keeps what was typed in reserve while the sentence is deleted', async () => {
    const page = show({ s1: { fate: 'keep', revised: 'Arden has a lighthouse.' } })
    fireEvent.click(screen.getByText(/nine floors/, { selector: '#unit-s1 span' }))
    press('2')
    await page.settled()
    expect(page.counting().s1).toEqual({ fate: 'delete' })
    fireEvent.click(screen.getByText(/nine floors/, { selector: '#unit-s1 span' }))
    expect(field('s1')).toBeNull()
    press('e')
    expect(field('s1')).toHaveProperty('value', 'Arden has a lighthouse.')
    expect(focused()).toBe('field-s1-revised')
  })

  it('asks what remains of a sentence that is kept although its claims were deleted', async () => {
    const page = show()
    press('j', 'j', '1')
    expect(focused()).toBe('field-s3-revised')
    await page.settled()
    expect(page.missing()).toContain('s3/revised')
    write('It was painted.')
    await page.settled()
    expect(page.missing()).not.toContain('s3/revised')
  })

  it('keeps all others in one recorded act, but none of which nothing is left', async () => {
    const page = show()
    press('r')
    await page.settled()
    expect(page.values()).toEqual({ s1: { fate: 'keep' }, s2: { fate: 'keep' }, s4: { fate: 'keep' } })
    expect(page.origin('s1', 'fate')).toBe('bulk')
    expect(page.missing()).toEqual(['s3/fate'])
  })

  it('says what would be said twice, and leads to both places', () => {
    const units = withSentence('s2', 'Arden has a lighthouse of seven floors. ')
    show({}, units)
    const notes = [...document.querySelectorAll('ul[aria-label="Said twice"]')].map((note) => note.textContent)
    expect(notes).toEqual(Array(2).fill('The same is said in sentence 1 and sentence 2.'))
    fireEvent.click(screen.getAllByText('sentence 2')[0] ?? document.body)
    expect(document.querySelector('a[aria-current=step]')?.id).toBe('unit-s2')
  })
})

describe('the whole revised response', () => {
  it('tells of each stretch which sentence it comes from, and marks it there and here', () => {
    show(DECIDED)
    const stretch = traced('It was built in 1871.')
    const original = document.getElementById('unit-s2')
    if (!original) throw new Error('The sentence is not there.')
    fireEvent.pointerEnter(original)
    expect(stretch.dataset.marked).toBe('true')
    fireEvent.pointerLeave(original)
    expect(stretch.dataset.marked).toBe('false')
    fireEvent.focus(stretch)
    expect(original.className).toContain('bg-accent-surface')
  })

  it('is traced by its words where it was edited by hand', async () => {
    const page = show(DECIDED)
    press('w')
    write('Arden has a fine lighthouse of seven floors. Sailors like it.')
    expect(
      await screen.findByText(/Sentence 1: changed by hand in the whole text\. Sentence 2: not found/),
    ).toBeTruthy()
    expect(traced('Sailors like it.')).toBeTruthy()
    await page.settled()
    expect(page.counting().item).toEqual({ response: 'Arden has a fine lighthouse of seven floors. Sailors like it.' })
  })

  it('says so when a sentence changes after it was edited by hand, and merges again only when told to', async () => {
    const page = show(DECIDED)
    press('w')
    const byHand = `${MERGED} Visit it!`
    write(byHand)
    await page.settled()
    expect(screen.queryByText(/out of step/)).toBeNull()
    fireEvent.click(screen.getByText('It was built in 1871.', { selector: '#unit-s2 span' }))
    press('e')
    write('It was built in 1872.')
    await page.settled()
    expect(await screen.findByText('The revised response is out of step with its sentences')).toBeTruthy()
    expect(whole()).toHaveProperty('value', byHand)
    fireEvent.click(screen.getAllByText('Merge again')[0] ?? document.body)
    await waitFor(() => expect(whole()).toHaveProperty('value', MERGED.replace('1871', '1872')))
    await waitFor(() => expect(screen.queryByText(/out of step/)).toBeNull())
    press('Escape', 'ctrl+z')
    await waitFor(() => expect(whole()).toHaveProperty('value', byHand))
  })

  it('follows its sentences again once a change to it was typed back', async () => {
    const page = show()
    press('w')
    write(`${MERGED}!`)
    write(MERGED)
    press('Escape', 'k', '2')
    await page.settled()
    expect(page.counting().item).toBeUndefined()
    expect(mergeResponse({ content: CONTENT, units: UNITS }, page.counting()).text).not.toBe(MERGED)
    expect(whole()).toHaveProperty('value', mergeResponse({ content: CONTENT, units: UNITS }, page.counting()).text)
    expect(screen.queryByText(/out of step/)).toBeNull()
  })

  it('is missing nothing while it stands as merged, and shows everything on coming back (PEERS 1.2 #2)', async () => {
    const page = show()
    press('e')
    write('Arden has a lighthouse.')
    press('Enter')
    await page.settled()
    page.reload()
    fireEvent.click(screen.getByText(/nine floors/, { selector: '#unit-s1 span' }))
    expect(field('s1')).toHaveProperty('value', 'Arden has a lighthouse.')
    expect(mergeStage.questions.find(({ key }) => key === 'response')?.required).toBe(false)
  })
})
