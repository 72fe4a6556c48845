import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { MarkedSpan } from '@/lib/protocols/marked-spans'
import { spansSchema } from '@/lib/protocols/marked-spans'
import type { Question } from '@/lib/protocols/protocol'
import { chosenInField, SpansField } from './spans-field'

const TEXT = 'One 𝄞 old bank\r\nopened.'
const bank: MarkedSpan = { start: 10, end: 14, label: null }
const spans = { in: 'text', textIn: () => TEXT, overlapping: false }
const question: Question = {
  key: 'marks',
  unit: 'item',
  title: 'Marks',
  prompt: 'What is old?',
  form: 'spans',
  spans,
  schema: spansSchema({ spans }),
  asked: () => true,
  required: true,
  consolidate: 'decide',
}

function show(given: { picked?: MarkedSpan | null; readOnly?: boolean } = {}) {
  const heard = { onPick: vi.fn(), onEnter: vi.fn(), onLeave: vi.fn() }
  const { picked = null, readOnly = false } = given
  render(
    <SpansField
      id="field"
      label="What is old?"
      text={TEXT}
      question={question}
      spans={[bank]}
      picked={picked}
      readOnly={readOnly}
      {...heard}
    />,
  )
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What is old?' })
  // React says nothing of what is chosen while the pointer is down, where another test may have left it.
  fireEvent.mouseUp(field)
  return { field, ...heard }
}

/** Chooses in the field, in its own offsets: UTF-16, a line break counting one. */
const choose = (field: HTMLTextAreaElement, start: number, end: number) => field.setSelectionRange(start, end)

describe('a text to be marked', () => {
  it('widens what the pointer chose to whole words, unless Alt is held', () => {
    const { field, onPick } = show({ picked: bank })
    fireEvent.pointerDown(field)
    expect(onPick).toHaveBeenLastCalledWith(null)
    choose(field, 8, 13)
    fireEvent.pointerUp(field, { altKey: true })
    expect([field.selectionStart, field.selectionEnd]).toEqual([8, 13])
    fireEvent.pointerDown(field)
    choose(field, 8, 13)
    fireEvent.pointerUp(field)
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('old bank')
  })

  it('widens also where the pointer is lifted beside the field, and keeps the end that moves', () => {
    const { field } = show()
    fireEvent.pointerDown(field)
    field.setSelectionRange(8, 13, 'backward')
    fireEvent.pointerUp(document.body)
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('old bank')
    expect(field.selectionDirection).toBe('backward')
  })

  it('leaves a later choice as it is where the browser took the pointer, or another one is lifted', () => {
    const { field } = show()
    for (const end of [
      () => fireEvent.pointerCancel(field, { pointerId: 1 }),
      () => fireEvent.pointerUp(document.body, { pointerId: 2 }),
    ]) {
      fireEvent.pointerDown(field, { pointerId: 1, button: 0 })
      choose(field, 8, 13)
      end()
      expect([field.selectionStart, field.selectionEnd]).toEqual([8, 13])
    }
    fireEvent.pointerUp(document.body, { pointerId: 1 })
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('old bank')
    fireEvent.pointerDown(field, { pointerId: 3, button: 2 })
    choose(field, 8, 13)
    fireEvent.pointerUp(document.body, { pointerId: 3 })
    expect([field.selectionStart, field.selectionEnd]).toEqual([8, 13])
  })

  it('knows a span with blanks at its ends again by its words', () => {
    const { field } = show()
    const loose = { start: 5, end: 9 }
    choose(field, 6, 10)
    expect(chosenInField(field, TEXT, loose)).toBe(loose)
    expect(chosenInField(field, TEXT, null)).toEqual({ start: 6, end: 9 })
    choose(field, 7, 10)
    expect(chosenInField(field, TEXT, bank)).toEqual({ start: 6, end: 9 })
  })

  it('says which words are chosen by Enter, in code points of the text', () => {
    const { field, onEnter } = show()
    choose(field, 7, 10)
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(onEnter).toHaveBeenLastCalledWith({ start: 6, end: 9 })
    // Behind the line break, which is two characters of the text.
    choose(field, 16, 22)
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(onEnter).toHaveBeenLastCalledWith({ start: 16, end: 22 })
  })

  it('moves the other end of the span that one is at after Enter', () => {
    const { field, onEnter } = show({ picked: bank })
    field.setSelectionRange(11, 15, 'forward')
    fireEvent.keyDown(field, { key: 'Enter' })
    expect([field.selectionStart, field.selectionEnd, field.selectionDirection]).toEqual([11, 15, 'backward'])
    expect(onEnter).not.toHaveBeenCalled()
  })

  it('tells which span the caret is in', () => {
    const { field, onPick } = show()
    choose(field, 13, 13)
    fireEvent.select(field)
    expect(onPick).toHaveBeenLastCalledWith(bank)
    choose(field, 15, 15)
    fireEvent.select(field)
    expect(onPick).toHaveBeenLastCalledWith(null)
  })

  it('refuses what would write or delete before the browser does it, so that what is chosen stays chosen', () => {
    const { field } = show()
    for (const inputType of [
      'insertText',
      'deleteContentForward',
      'deleteByCut',
      'insertFromPaste',
      'insertFromDrop',
    ]) {
      const event = new InputEvent('beforeinput', { inputType, bubbles: true, cancelable: true })
      field.dispatchEvent(event)
      expect([inputType, event.defaultPrevented]).toEqual([inputType, true])
    }
  })

  it('keeps its text, and marks nothing while it is only read', () => {
    const { field, onEnter, onLeave } = show({ readOnly: true })
    fireEvent.change(field, { target: { value: 'x' } })
    expect(field.value.replace('\r\n', '\n')).toBe(TEXT.replace('\r\n', '\n'))
    choose(field, 7, 10)
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(onEnter).not.toHaveBeenCalled()
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(onLeave).toHaveBeenCalledOnce()
  })
})
