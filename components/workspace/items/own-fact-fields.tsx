'use client'

import { useId } from 'react'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { OwnFacts } from '@/lib/workspace/items/facts/contract'

/** A domain, a source and tags as they are typed: empty where nothing is said, tags with commas between them. */
export type OwnFactTexts = Record<keyof OwnFacts, string>

export const factTextsOf = ({ domain, source, tags }: OwnFacts): OwnFactTexts => ({
  domain: domain ?? '',
  source: source ?? '',
  tags: tags.join(', '),
})

export const factsOf = ({ domain, source, tags }: OwnFactTexts): OwnFacts => {
  const words = tags.split(',').map((tag) => tag.trim())
  return {
    domain: domain.trim() || null,
    source: source.trim() || null,
    tags: [...new Set(words.filter((tag) => tag !== ''))],
  }
}

interface OwnFactFieldsProps {
  value: OwnFactTexts
  onChange: (value: OwnFactTexts) => void
  /** Domains of the paper, which are suggested. */
  domains: readonly { value: string; text: string }[]
  /** What the record says, where there is one. */
  record?: { domain: string | null }
}

/** A manager's own domain, source and tags, which stand beside what the record says. */
export function OwnFactFields({ value, onChange, domains, record }: OwnFactFieldsProps) {
  const suggestions = useId()
  const fieldOf = (key: keyof OwnFactTexts, maxLength: number) => ({
    maxLength,
    autoComplete: 'off',
    value: value[key],
    onChange: (event: { target: { value: string } }) => onChange({ ...value, [key]: event.target.value }),
  })
  return (
    <>
      <Field
        label="Own domain"
        hint={`Any word. Empty: as the record has it${record?.domain ? `, ${record.domain}` : ''}.`}
      >
        <Input list={suggestions} {...fieldOf('domain', 200)} />
      </Field>
      <datalist id={suggestions}>
        {domains.map((domain) => (
          <option key={domain.value} value={domain.value}>
            {domain.text}
          </option>
        ))}
      </datalist>
      <Field label="Own source" hint="Empty: as the record has it.">
        <Input {...fieldOf('source', 500)} />
      </Field>
      <Field label="Tags" hint="With commas between them.">
        <Input {...fieldOf('tags', 1300)} />
      </Field>
      <p className="text-muted text-sm">
        The record stays as it came, and files in the paper’s own shape keep its domain and source. Lists, filters and
        figures take yours.
      </p>
    </>
  )
}
