import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { protocolById, stageByKey } from '@/lib/protocols'
import type { StaleChange } from '@/lib/tasks/contract'
import { StaleNote } from './stale-note'

const stage = stageByKey(protocolById('factcheck-bench'), 'verify')
const data = { type: 'factual', importance: 'yes', setAside: 'check', from: 'a' }
const changes: StaleChange[] = [
  {
    ...{ kind: 'changed', unit: 's1.c2', was: 's1.c1', unitKind: 'claim' },
    before: { text: 'It lies in Mongolia.', data },
    after: { text: 'It lies in Siberia.', data: { ...data, importance: 'no', from: 'b' } },
  },
  { kind: 'added', unit: 's1.c1', was: null, unitKind: 'claim', before: null, after: { text: 'It is deep.', data } },
]

test('shows the exact words that changed, the facts beside them, and which answers hang on it', () => {
  render(<StaleNote stage={stage} stale={{ changes }} title="Stale" />)
  const [changed, added] = screen.getAllByRole('listitem').map((item) => within(item))
  expect(changed?.getByText('Mongolia').tagName).toBe('DEL')
  expect(changed?.getByText('Siberia').tagName).toBe('INS')
  expect(changed?.getByText(/Depends on it/).textContent).toContain('Verdict')
  expect(changed?.getByText('importance:')).toBeDefined()
  // Where a unit comes from is no fact of its own.
  expect(changed?.queryByText('from:')).toBeNull()
  expect(added?.getByText(/is new/)).toBeDefined()
  expect(added?.queryByText(/Depends on it/)).toBeNull()
})

test('offers what may be done, to whom it is given', () => {
  render(
    <StaleNote
      stage={stage}
      stale={{ changes: [] }}
      title="Stale: the gold before it has changed since"
      actions={<button type="button">Take over</button>}
    />,
  )
  expect(screen.getByRole('button', { name: 'Take over' })).toBeDefined()
})
