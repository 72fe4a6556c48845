import { fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { Lane } from '@/lib/adjudication/consolidation/contract'
import { spansSchema } from '@/lib/protocols/marked-spans'
import type { Json, Protocol, Question, Stage } from '@/lib/protocols/protocol'
import { type Desk, DeskContext } from './desk-context'
import { SpansForm } from './spans-form'

const TEXT = 'One two three four'
const rules = {
  options: [
    { value: 'old', key: '1', text: 'Old' },
    { value: 'odd', key: '2', text: 'Odd' },
  ],
  spans: { in: 'text', textIn: () => TEXT, overlapping: false },
}
const question = {
  ...rules,
  key: 'marks',
  unit: 'item',
  prompt: 'What is old?',
  form: 'spans',
  schema: spansSchema(rules as never),
} as unknown as Question
const span = (start: number, end: number, label: string) => ({ start, end, label })

function Form({ begun }: { begun: Json }) {
  const [value, setValue] = useState<Json>(begun)
  const lanes = [{ id: 'A', answers: { item: { marks: { spans: [span(0, 3, 'old'), span(4, 7, 'odd')] } } } }]
  const desk = {
    protocol: { id: 'marks' } as Protocol,
    stage: { key: 'mark', questions: [question] } as unknown as Stage,
    subject: { content: null, units: [] },
    lanes: lanes as unknown as readonly Lane[],
    view: { lanes, discussion: null },
  } as unknown as Desk
  return (
    <DeskContext.Provider value={desk}>
      <SpansForm question={question} unit="item" value={value} onChange={setValue} />
    </DeskContext.Provider>
  )
}

const said = () => screen.getByRole('status').textContent
const rows = () => within(screen.getByRole('list', { name: 'Marked spans' })).getAllByRole('listitem')
const click = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }))

it('says what is marked, labelled otherwise and removed, and which span one is at', () => {
  render(<Form begun={null} />)
  expect(said()).toBe('')
  click(/^Lane A|^A/)
  expect(said()).toBe('Marked “One” as Old, “two” as Odd. 2 spans in all.')
  click(/two/)
  expect(said()).toBe('Span 2 of 2: “two” as Odd.')
  fireEvent.click(within(rows()[1] as HTMLElement).getByRole('button', { name: 'Old' }))
  expect(said()).toBe('Now “two” as Old. 2 spans in all.')
  fireEvent.click(within(rows()[1] as HTMLElement).getByRole('button', { name: /^Remove/ }))
  expect(said()).toBe('Removed “two” as Old. 1 span in all.')
  expect(document.activeElement?.tagName).toBe('TEXTAREA')
  const field = screen.getByRole<HTMLTextAreaElement>('textbox')
  field.setSelectionRange(8, 13)
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(screen.getByRole('alert').textContent).toBe('Choose a label for these words.')
  click(/^Odd/)
  expect(said()).toBe('Marked “three” as Odd. 2 spans in all.')
  expect(screen.queryByRole('alert')).toBeNull()
})
