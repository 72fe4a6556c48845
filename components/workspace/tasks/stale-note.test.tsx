import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { protocolById, stageByKey } from '@/lib/protocols'
import type { StaleChange } from '@/lib/workspace/tasks/contract'
import { StaleNote } from './stale-note'

const { stages } = protocolById('factcheck-bench')
const stage = stageByKey(protocolById('factcheck-bench'), 'verify')
const claim = (key: string, text: string) => ({ key, kind: 'claim', parent: 's1', text })
const units = [
  { key: 's1', kind: 'sentence', text: 'It.' },
  claim('s1.c0', 'It is.'),
  claim('s1.c1', 'It lies in Mongolia.'),
]
const data = { type: 'factual', importance: 'yes', setAside: 'check', from: 'a' }
const changes: StaleChange[] = [
  {
    kind: 'changed',
    unit: 's1.c2',
    was: 's1.c1',
    unitKind: 'claim',
    before: { text: 'It lies in Mongolia.', data },
    after: { text: 'It lies in Siberia.', data: { ...data, importance: 'no', from: 'b' } },
  },
  { kind: 'added', unit: 's1.c1', was: null, unitKind: 'claim', before: null, after: { text: 'It is deep.', data } },
]

test('shows the exact words that changed, the facts beside them, and which answers hang on it', () => {
  render(<StaleNote stages={stages} stage={stage} units={units} stale={{ changes }} title="Stale" />)
  const [changed, added] = screen.getAllByRole('listitem').map((item) => within(item))
  expect(changed?.getByText('Mongolia').tagName).toBe('DEL')
  expect(changed?.getByText('Siberia').tagName).toBe('INS')
  expect(changed?.getByText(/Depends on it/).textContent).toContain('Verdict')
  expect(changed?.getByText('Sentence, claim 2')).toBeDefined()
  expect(changed?.getByText('Importance:')).toBeDefined()
  // Where a unit comes from is no fact of its own.
  expect(changed?.queryByText('from:')).toBeNull()
  expect(added?.getByText('A claim')).toBeDefined()
  expect(added?.getByText(/is new/)).toBeDefined()
  expect(added?.queryByText(/Depends on it/)).toBeNull()
})

test('offers what may be done, to whom it is given', () => {
  render(
    <StaleNote
      stages={stages}
      stage={stage}
      units={units}
      stale={{ changes: [] }}
      title="Stale: the gold it builds on has changed"
      actions={<button type="button">Take over</button>}
    />,
  )
  expect(screen.getByRole('button', { name: 'Take over' })).toBeDefined()
})

test('names units by where they are now once the changes were taken over', () => {
  const now = [units[0], claim('s1.c1', 'It is deep.'), claim('s1.c2', 'It lies in Siberia.')].flatMap(
    (each) => each ?? [],
  )
  render(<StaleNote stages={stages} stage={stage} units={now} takenOver stale={{ changes }} title="Taken over" />)
  expect(screen.getByText('Sentence, claim 2')).toBeDefined()
  expect(screen.getByText('Sentence, claim 1')).toBeDefined()
})
