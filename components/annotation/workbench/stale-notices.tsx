'use client'
import { StaleNote } from '@/components/workspace/tasks/stale-note'
import { useBench } from './bench-context'
import { capitalised, unitName } from './unit-name'

/** What newer gold of an earlier stage changes, before it is settled, and what to look at again once it was taken over. */
export function StaleNotices() {
  const { workbench, protocol, stage, subject, go, readOnly } = useBench()
  const { stale, takenOver } = workbench
  const around = { stages: protocol.stages, stage, units: subject.units }
  const looked = new Set(workbench.answers.filter(({ origin }) => origin !== 'carried').map(({ unit }) => unit))
  const left = (takenOver?.changes ?? [])
    .filter(({ kind, unit }) => (kind === 'changed' || kind === 'added') && !looked.has(unit))
    .flatMap(({ unit }) => subject.units.filter(({ key }) => key === unit))
  return (
    <>
      {stale ? (
        <StaleNote {...around} stale={stale} title="What this was made from has changed">
          <p>A reviewer or manager decides whether your answers still hold or the changes come in.</p>
        </StaleNote>
      ) : null}
      {takenOver && !readOnly ? (
        <StaleNote {...around} takenOver stale={takenOver} title="Changes were taken over: your answers came along">
          {left.length > 0 ? (
            <p>
              Still to be looked at:{' '}
              {left.map((unit) => (
                <button
                  key={unit.key}
                  type="button"
                  className="me-2 rounded-sm text-accent-text underline underline-offset-3"
                  onClick={() => go({ unit: unit.key, question: null })}
                >
                  {capitalised(unitName(stage, subject, unit))}
                </button>
              ))}
            </p>
          ) : (
            <p>You have looked at everything that changed.</p>
          )}
        </StaleNote>
      ) : null}
    </>
  )
}
