import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
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
