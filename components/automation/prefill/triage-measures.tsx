import { Input } from '@/components/ui/input'
import { type BoundDrafts, rangeOf, scoreText, type Triage } from './triage-bounds'

interface TriageMeasuresProps {
  triage: Triage
  drafts: BoundDrafts
  /** By measure. */
  errors: Readonly<Record<string, string>>
  onChange: (drafts: BoundDrafts) => void
}

const SIDES = { least: 'At least', most: 'At most' } as const

/** The measures, each with the two bounds that it may have. */
export function TriageMeasures({ triage, drafts, errors, onChange }: TriageMeasuresProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {triage.measures.map((measure) => {
        const draft = drafts[measure.key] ?? { least: '', most: '' }
        const error = errors[measure.key]
        const id = `bound-${measure.key}`
        return (
          <fieldset key={measure.key} aria-describedby={`${id}-hint`} className="min-w-0">
            <legend className="font-medium text-sm">{measure.title}</legend>
            <div className="mt-1.5 flex items-center gap-2">
              {(['least', 'most'] as const).map((side) => (
                <Input
                  key={side}
                  aria-label={`${SIDES[side]}, ${measure.title}`}
                  aria-invalid={error !== undefined}
                  placeholder={SIDES[side]}
                  inputMode="decimal"
                  dir="ltr"
                  autoComplete="off"
                  value={draft[side]}
                  onChange={(event) => onChange({ ...drafts, [measure.key]: { ...draft, [side]: event.target.value } })}
                />
              ))}
            </div>
            <p id={`${id}-hint`} className="mt-1.5 text-[0.8125rem] text-muted">
              {hintOf(triage, measure)}
              {error ? (
                <span role="alert" className="block text-negative-text">
                  {error}
                </span>
              ) : null}
            </p>
          </fieldset>
        )
      })}
    </div>
  )
}

function hintOf({ rows }: Triage, { key, unit, better }: Triage['measures'][number]): string {
  const range = rangeOf(rows, key)
  if (!range) return 'No item has this number.'
  const lies = `${unit === '' ? '' : `${unit}, `}from ${scoreText(range.least)} to ${scoreText(range.most)} here`
  return `${lies.charAt(0).toUpperCase()}${lies.slice(1)}; ${better === 'low' ? 'low' : 'high'} values are worth more work.`
}
