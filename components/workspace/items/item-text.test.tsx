import { fireEvent, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { protocolById } from '@/lib/protocols'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { ItemText } from './item-text'

const base = protocolById('felm')
const protocol = { ...base, present: () => [{ title: 'Claim', text: 'The sea is deep. It is salty.' }] }
const stage = {
  unitKinds: [
    { kind: 'result', text: 'search result' },
    { kind: 'note', text: 'note' },
  ],
}
const result = (key: string, text: string, data?: UnitDraft['data']): UnitDraft => ({ key, kind: 'result', text, data })

const show = (units: readonly UnitDraft[]) =>
  render(
    <ItemText protocol={protocol} stage={stage} content={{}} units={units}>
      {(unit, number) => <b>{`${number}: ${unit.text}`}</b>}
    </ItemText>,
  )
const headings = () => screen.getAllByRole('heading').map(({ textContent }) => textContent)

it('heads units that stand in no text by their kind, numbered on', () => {
  show([result('a', 'Deep.'), { key: 'n', kind: 'note', text: 'Odd.' }, result('b', 'Salty.')])
  expect(headings()).toEqual(['Claim', 'Search results', 'Note'])
  expect(screen.getAllByText(/^\d: /).map(({ textContent }) => textContent)).toEqual([
    '1: Deep.',
    '3: Salty.',
    '2: Odd.',
  ])
})

it('lets a text be marked by its name, and not another of the same words', () => {
  const parts = ['first', 'second'].map((name) => ({ name, title: name, text: 'The sea is deep.' }))
  render(
    <ItemText
      protocol={{ ...base, present: () => parts }}
      stage={stage}
      content={{}}
      units={[]}
      marked={({ name }) => (name === 'second' ? <i>marked</i> : null)}
    >
      {() => null}
    </ItemText>,
  )
  expect(screen.getAllByText('marked').map((each) => each.closest('section')?.textContent)).toEqual(['secondmarked'])
})

it('tells where they come from, and makes links of web addresses only', () => {
  show([
    result('a', 'Deep.', { title: 'Oceans', link: 'https://www.oceans.example/deep', rank: 1 }),
    result('b', 'Seas', { title: 'Seas', link: 'javascript:alert(1)' }),
    result('c', 'Salt.', { title: 'Lakes', link: null }),
    result('d', 'Else.', { decontext: 'It is something else.' }),
  ])
  const links = screen.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://www.oceans.example/deep'])
  expect(links[0]?.textContent).toContain('oceans.example')
  expect(screen.getByText('Oceans')).toBeTruthy()
  expect(screen.getByText('javascript:alert(1)')).toBeTruthy()
  // Its text is its title: once is enough.
  expect(screen.queryByText('Seas')).toBeNull()
  expect(screen.getByText('Lakes')).toBeTruthy()
})

it('marks units where they stand in a text, without a list of them', () => {
  show([result('a', 'The sea is deep.'), result('b', 'It is salty.', { link: 'https://oceans.example' })])
  expect(headings()).toEqual(['Claim'])
  expect(screen.queryByRole('link')).toBeNull()
})

describe('a text of very many units', () => {
  const texts = Array.from({ length: 5_000 }, (_, index) => `Sentence ${index + 1} is here. `)
  const many = texts.map((text, index): UnitDraft => ({ key: `s${index + 1}`, kind: 'segment', text: text.trim() }))
  const long = { ...base, present: () => [{ title: 'Response', text: texts.join('') }] }
  const page = (open: string | null, units = many) => (
    <ItemText protocol={long} stage={stage} content={{}} units={units} open={open}>
      {(unit, number) => <b id={unit.key}>{`${number}: ${unit.text}`}</b>}
    </ItemText>
  )
  const drawn = (key: string) => document.getElementById(key) !== null

  it('is sent in a stretch of a hundred', () => {
    const html = renderToString(page('s1'))
    expect(html.match(/<b /g)?.length).toBeLessThanOrEqual(100)
    expect(html.length).toBeLessThan(20_000)
  })

  it('draws the unit that is opened, wherever it stands, and keeps its number', () => {
    const { rerender } = render(page('s1'))
    expect([drawn('s1'), drawn('s4000')]).toEqual([true, false])
    for (const key of ['s60', 's4000', 's5000', 's2', 's1']) {
      rerender(page(key))
      expect(document.getElementById(key)?.textContent).toBe(`${key.slice(1)}: Sentence ${key.slice(1)} is here.`)
    }
  })

  it('goes from unit to unit without one that is not drawn', () => {
    const { rerender } = render(page('s1'))
    for (let at = 1; at <= 400; at++) {
      rerender(page(`s${at}`))
      expect(drawn(`s${at}`)).toBe(true)
    }
  })

  it('shows more and earlier ones by buttons', () => {
    render(page('s3000'))
    expect(drawn('s2900')).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: /^Show earlier ones/ }))
    expect(drawn('s2950')).toBe(true)
    expect(drawn('s3100')).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: /^Show more/ }))
    expect(drawn('s3060')).toBe(true)
  })

  it('does the same where the units stand in no text', () => {
    const loose = many.map((unit) => ({ ...unit, text: `${unit.text} Not there.` }))
    expect(renderToString(page('s1', loose)).match(/<b /g)).toHaveLength(100)
    render(page('s4000', loose))
    expect(drawn('s4000')).toBe(true)
  })
})
