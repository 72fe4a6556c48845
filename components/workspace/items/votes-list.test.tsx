import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { chooseStage } from '@/lib/protocols/veriscore-preference/work'
import type { ItemTask } from '@/lib/workspace/items/contract'
import { VotesList } from './votes-list'

it('says what each voter saw in which place, so that a choice by place can be read', () => {
  const gold: NonNullable<ItemTask['gold']> = {
    version: 1,
    origin: 'tallied',
    createdAt: '2030-01-01T00:00:00.000Z',
    rollUp: {},
    answers: {},
    units: [
      { key: 'item', kind: 'item', text: 'Arden' },
      { key: 'a', kind: 'list', parent: 'item', text: 'It is a port.' },
      { key: 'b', kind: 'list', parent: 'item', text: '' },
    ],
    votes: [
      { number: 1, shown: ['b', 'a'], answers: { item: { better: 'right' } } },
      { number: 2, shown: null, answers: { item: { better: 'left' } } },
    ],
  }
  render(<VotesList stage={chooseStage} gold={gold} votes={gold.votes ?? []} />)
  const places = screen.getAllByRole('list').flatMap((list) => within(list).queryAllByText(/in the record/))
  const seen = [...new Set(places.map((place) => place.closest('li')?.textContent))]
  expect(seen).toEqual(['Empty (number 2 in the record)', 'It is a port. (number 1 in the record)'])
  expect(screen.getByText('Not recorded')).toBeDefined()
})
