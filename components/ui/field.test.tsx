import { render } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Field } from './field'
import { Input } from './input'
import { RadioGroup } from './radio-group'
import { Textarea } from './textarea'

/** The words that describe an element, in the order in which they are read. */
const description = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent)

describe('Field', () => {
  it('names and describes its control, the error first', () => {
    const input = render(
      <Field label="Name" hint="Shown to all" error="Too short">
        <Input />
      </Field>,
    ).getByRole('textbox', { name: 'Name' })
    expect(description(input)).toEqual(['Too short', 'Shown to all'])
    expect(input.getAttribute('aria-invalid')).toBe('true')
  })

  it('says nothing about errors when there are none', () => {
    const area = render(
      <Field label="Reason" required>
        <Textarea />
      </Field>,
    ).getByLabelText(/^Reason/)
    expect(area.hasAttribute('aria-invalid')).toBe(false)
    expect(area.hasAttribute('aria-describedby')).toBe(false)
    expect(area.hasAttribute('required')).toBe(true)
  })

  it('grows with its text in browsers that need help, but not where its height is given', () => {
    vi.stubGlobal('CSS', { supports: () => false })
    const { getByLabelText } = render(
      <>
        <Textarea aria-label="Growing" defaultValue="text" />
        <Textarea aria-label="Fixed" defaultValue="text" style={{ height: '90px' }} />
      </>,
    )
    expect(getByLabelText('Growing').style.height).not.toBe('')
    expect(getByLabelText('Fixed').style.height).toBe('90px')
    vi.unstubAllGlobals()
  })

  it('names a group by its label', () => {
    const options = [{ value: 'a', label: 'One' }]
    const group = render(
      <Field label="Choice">
        <RadioGroup options={options} value={null} onValueChange={() => {}} />
      </Field>,
    ).getByRole('radiogroup', { name: 'Choice' })
    expect(group.tagName).toBe('DIV')
  })
})
