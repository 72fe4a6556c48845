'use client'
import { Callout } from '@/components/ui/callout'
import type { CalibrationView } from '@/lib/quality/calibration/contract'
import { useUpdateCalibration } from '@/lib/quality/calibration/hooks'
import { BarsEditor, KAPPA, PERCENT, RECALL } from './bars-editor'

interface BarsFormProps {
  projectId: string
  view: Pick<CalibrationView, 'settings' | 'questions' | 'carriedOver'>
  disabled: boolean
}

/** The bars of every question, beside how often the chosen gold gives each value. */
export function BarsForm({ projectId, view: { settings, questions, carriedOver }, disabled }: BarsFormProps) {
  const update = useUpdateCalibration(projectId)
  const unjudged = questions.filter(
    ({ bar, values }) => (bar.recall !== null || bar.kappa !== null) && values.length === 1,
  )
  return (
    <BarsEditor
      caption="Bars of the gate by question"
      valuesHeading="Chosen gold says"
      fields={[PERCENT, RECALL, KAPPA]}
      questions={questions}
      saving={{
        isPending: update.isPending,
        error: update.error,
        save: (gateBars, on) => update.mutate({ gateBars }, on),
      }}
      canSaveUnchanged={carriedOver}
      disabled={disabled}
      primary
    >
      {carriedOver ? (
        <Callout tone="warning" title="The gate has changed: check its bars and save them">
          Until now {settings.gatePercent}% over all questions together opened it, which somebody reaches who gives
          every unit the same value. The percentage now holds for the first question of each stage by itself, with a bar
          on the recall of the rare value and one on kappa. Other questions have no bar unless you set one. People who
          were let in before are judged anew when they take their next task.
        </Callout>
      ) : null}
      {unjudged.length > 0 ? (
        <Callout tone="warning" title="Recall and kappa judge nobody">
          The calibration tasks give one value only under {unjudged.map(({ title }) => title).join(', ')}: choose more,
          drawn by label.
        </Callout>
      ) : null}
    </BarsEditor>
  )
}
