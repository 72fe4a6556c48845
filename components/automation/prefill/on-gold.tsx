import { Callout } from '@/components/ui/callout'

/** What is different about a run on gold, and what its steps would be scored by. */
export function OnGold({ scorings }: { scorings: readonly string[] }) {
  return (
    <div className="space-y-3">
      <Callout title="This run is scored, not suggested" live={false}>
        It takes tasks whose gold holds, and reads their items and the gold of earlier stages, never the gold of this
        one. What it proposes is kept with the run: nobody who annotates or settles sees it, it counts in no agreement
        figure, and items and their parts stay as they are. Cost, ceilings and retries are as in any run. When it has
        ended it stands as a system under Evaluation.
      </Callout>
      {scorings.length > 0 ? (
        <p className="text-muted text-sm">
          Scored as: {scorings.join('; ')}. Other steps run only for those that need them.
        </p>
      ) : (
        <Callout tone="warning" title="Nothing would be scored" live>
          No evaluation reads what these steps propose. Switch on a step that gives verdicts, or choose another stage.
        </Callout>
      )}
    </div>
  )
}
