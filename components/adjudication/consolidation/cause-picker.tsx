'use client'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Kbd } from '@/components/ui/kbd'
import { CAUSE_TEXT } from '@/components/workspace/tasks/cause-text'
import type { DisagreementView } from '@/lib/adjudication/consolidation/contract'
import { ESCAPE } from '@/lib/platform/client/fixed-keys'
import { disagreementCauses } from '@/lib/workspace/tasks/contract'
import { CAUSE_KEYS } from './bindings'
import { useDeskContext } from './desk-context'

/** Why the annotators disagree: one key opens the causes, a digit chooses. */
export function CausePicker({ disagreement }: { disagreement: DisagreementView }) {
  const { mode, setMode, setCause } = useDeskContext()
  const { cause } = disagreement
  if (mode !== 'cause') return cause ? <p className="text-muted text-sm">Cause: {CAUSE_TEXT[cause].text}</p> : null
  return (
    <fieldset className="w-full rounded-lg border border-accent-border p-3">
      <legend className="px-1 font-semibold text-sm">Why do they disagree?</legend>
      <ul className="space-y-1">
        {disagreementCauses.map((each) => (
          <li key={each}>
            <button
              type="button"
              aria-pressed={each === cause}
              onClick={() => setCause(each)}
              className={cn(
                'flex w-full items-start gap-3 rounded-md border px-2.5 py-1.5 text-start text-sm hover:bg-hover',
                each === cause ? 'border-accent' : 'border-transparent',
              )}
            >
              <Kbd of={CAUSE_KEYS[`cause-${each}`]} className="mt-0.5" />
              <span>
                <span className="font-medium">{CAUSE_TEXT[each].text}</span>
                <span className="block text-muted text-xs">{CAUSE_TEXT[each].means}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        {cause ? (
          <Button size="sm" variant="ghost" onClick={() => setCause(null)}>
            None
          </Button>
        ) : null}
        <Button size="sm" shortcut={ESCAPE} onClick={() => setMode('read')}>
          Cancel
        </Button>
      </div>
    </fieldset>
  )
}
