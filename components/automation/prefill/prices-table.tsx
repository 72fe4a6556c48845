'use client'

import { Button } from '@/components/ui/button'
import { Plus, Trash2 } from '@/components/ui/icons'
import { Input } from '@/components/ui/input'
import { Table, Td, Th } from '@/components/ui/table'
import type { PriceDraft } from './price-drafts'

/** As many as the server keeps. */
const MOST_PRICES = 50

interface PricesTableProps {
  drafts: readonly PriceDraft[]
  /** By row key. */
  errors: Readonly<Record<string, string>>
  disabled: boolean
  onChange: (drafts: PriceDraft[]) => void
}

const COLUMNS = [
  { name: 'model', title: 'Model' },
  { name: 'input', title: 'In, dollars' },
  { name: 'output', title: 'Out, dollars' },
] as const

/** What models cost, per million tokens; rows are added and removed in place. */
export function PricesTable({ drafts, errors, disabled, onChange }: PricesTableProps) {
  const change = (key: string, part: Partial<PriceDraft>) =>
    onChange(drafts.map((draft) => (draft.key === key ? { ...draft, ...part } : draft)))
  const add = () => onChange([...drafts, { key: crypto.randomUUID(), model: '', input: '', output: '' }])
  return (
    <div className="space-y-3">
      {drafts.length > 0 ? (
        <Table caption="Prices of models, in dollars for a million tokens">
          <thead>
            <tr>
              {COLUMNS.map(({ name, title }) => (
                <Th key={name}>{title}</Th>
              ))}
              <Th>
                <span className="sr-only">Remove</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {drafts.map((draft, index) => (
              <PriceRow
                key={draft.key}
                draft={draft}
                number={index + 1}
                error={errors[draft.key]}
                disabled={disabled}
                onChange={(part) => change(draft.key, part)}
                onRemove={() => onChange(drafts.filter(({ key }) => key !== draft.key))}
              />
            ))}
          </tbody>
        </Table>
      ) : (
        <p className="text-muted text-sm">No prices yet. Calls to a model without a price count as $0.00.</p>
      )}
      <Button
        size="sm"
        icon={<Plus aria-hidden className="size-4" />}
        disabled={disabled || drafts.length >= MOST_PRICES}
        onClick={add}
      >
        Add a model
      </Button>
    </div>
  )
}

interface PriceRowProps {
  draft: PriceDraft
  /** From 1. */
  number: number
  error: string | undefined
  disabled: boolean
  onChange: (part: Partial<PriceDraft>) => void
  onRemove: () => void
}

function PriceRow({ draft, number, error, disabled, onChange, onRemove }: PriceRowProps) {
  const name = draft.model.trim() || `row ${number}`
  const errorId = `${draft.key}-error`
  return (
    <tr>
      {COLUMNS.map(({ name: column, title }) => (
        <Td key={column} className={column === 'model' ? 'min-w-52' : 'min-w-28'}>
          <Input
            aria-label={`${title} of ${name}`}
            aria-invalid={error !== undefined}
            aria-describedby={error ? errorId : undefined}
            value={draft[column]}
            disabled={disabled}
            maxLength={column === 'model' ? 200 : 20}
            inputMode={column === 'model' ? undefined : 'decimal'}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange({ [column]: event.target.value })}
          />
          {error && column === 'model' ? (
            <p id={errorId} className="mt-1 text-[0.8125rem] text-negative-text">
              {error}
            </p>
          ) : null}
        </Td>
      ))}
      <Td>
        <Button variant="ghost" size="icon" aria-label={`Remove ${name}`} disabled={disabled} onClick={onRemove}>
          <Trash2 aria-hidden className="size-4" />
        </Button>
      </Td>
    </tr>
  )
}
