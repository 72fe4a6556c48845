'use client'
import { useState } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import type { Json } from '@/lib/protocols/protocol'
import { codePointLength } from '@/lib/text/code-points'
import { useDeskContext } from './desk-context'
import { partName, referencesOf, spanText } from './words'

type PlaceFieldProps = { unit: string; value: Json; onChange: (value: Json) => void }

/** Which parts of the unit a value names. */
export function ReferencesField({ unit, value, onChange }: PlaceFieldProps) {
  const { stage, view } = useDeskContext()
  const chosen = referencesOf(value)
  const parts = view.units.filter(({ parent }) => parent === unit)
  if (parts.length === 0) return <p className="text-muted text-sm">There is nothing to choose from.</p>
  return (
    <ul className="space-y-2">
      {parts.map(({ key, text }) => (
        <li key={key}>
          <Checkbox
            label={partName(stage, view.units, key)}
            hint={<span className="line-clamp-2">{text}</span>}
            checked={chosen.includes(key)}
            onCheckedChange={(checked) =>
              onChange(
                parts
                  .map((part) => part.key)
                  .filter((each) => (each === key ? checked === true : chosen.includes(each))),
              )
            }
          />
        </li>
      ))}
    </ul>
  )
}

/** A stretch of the text that the unit is a part of, given by its words. */
export function SpanField({ unit, value, onChange }: PlaceFieldProps) {
  const { view } = useDeskContext()
  const [words, setWords] = useState(() => spanText(value, { units: view.units, unit }).slice(1, -1))
  const parent = view.units.find(({ key }) => key === unit)?.parent
  const text = view.units.find(({ key }) => key === parent)?.text ?? ''
  const isFound = words.trim() !== '' && text.includes(words.trim())
  return (
    <Field
      label="Which words?"
      hint={text}
      error={words.trim() === '' || isFound ? undefined : 'These words are not in the text, in this order.'}
    >
      <Textarea
        rows={2}
        value={words}
        dir="auto"
        onChange={(event) => {
          setWords(event.target.value)
          onChange(spanOfWords(text, event.target.value.trim()))
        }}
      />
    </Field>
  )
}

/** Where the words stand first, in code points; null where they do not. */
function spanOfWords(text: string, words: string): Json {
  const at = words === '' ? -1 : text.indexOf(words)
  if (at < 0) return null
  const start = codePointLength(text.slice(0, at))
  return { start, end: start + codePointLength(words) }
}
