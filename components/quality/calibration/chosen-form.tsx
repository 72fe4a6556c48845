'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { ChosenNote } from '@/components/workspace/items/chosen-note'
import type { ChosenCandidates } from '@/lib/quality/calibration/chosen/contract'
import { leftText } from '@/lib/quality/calibration/chosen/rules'
import { MOST_CHOSEN } from '@/lib/quality/calibration/contract'
import { useChooseItems } from '@/lib/quality/calibration/hooks'
import { counted } from '@/lib/text/counted'
import type { ChosenItems } from '@/lib/workspace/items/selection/contract'

/** Items that somebody came with from their list, and what of them could be chosen in each stage. */
export interface ChosenForCalibration extends ChosenItems {
  candidates: readonly ChosenCandidates[]
}

interface ChosenFormProps {
  projectId: string
  chosen: ChosenForCalibration
}

/** Makes calibration tasks of items that were chosen in the list: says first how many, and why not the others. */
export function ChosenForm({ projectId, chosen }: ChosenFormProps) {
  const choose = useChooseItems(projectId)
  const { candidates, filter, expected } = chosen
  const most = candidates.reduce<ChosenCandidates | undefined>(
    (best, each) => (best && best.could >= each.could ? best : each),
    undefined,
  )
  const [stage, setStage] = useState(most?.stage ?? '')
  const here = candidates.find((each) => each.stage === stage)
  if (choose.data) {
    const { added, left = [] } = choose.data
    return (
      <Callout live tone={added > 0 ? 'success' : 'warning'} title={`${counted(added, 'item')} added`}>
        {leftText(left)}
      </Callout>
    )
  }
  if (!here) return <ChosenNote projectId={projectId} chosen={chosen} />
  const add = () => choose.mutate({ stage, choice: { how: 'selection', selection: { filter, expected } } })
  return (
    <div className="space-y-4">
      <ChosenNote
        projectId={projectId}
        chosen={chosen}
        said={
          <>
            {counted(here.could, 'item')} can be added. {leftText(here.left)}
            {here.could > MOST_CHOSEN ? ` At most ${MOST_CHOSEN.toLocaleString('en')} at once: narrow the list.` : null}
          </>
        }
      >
        {candidates.length > 1 ? (
          <Field label="Stage of the chosen items">
            <Select
              value={stage}
              onValueChange={setStage}
              options={candidates.map((each) => ({ value: each.stage, label: each.stageTitle }))}
            />
          </Field>
        ) : null}
        <Button
          variant="primary"
          className="self-end"
          loading={choose.isPending}
          disabled={here.could === 0 || here.could > MOST_CHOSEN}
          onClick={add}
        >
          Add {counted(here.could, 'item')}
        </Button>
      </ChosenNote>
      {choose.error ? (
        <Callout tone="danger" title="Nothing was added">
          {choose.error.message}
        </Callout>
      ) : null}
    </div>
  )
}
