import { Table, Td, Th } from '@/components/ui/table'
import type { AnchoringQuestion, ArmFigures } from '@/lib/quality/anchoring/contract'
import { ARM_TEXT } from '@/lib/quality/anchoring/rules'
import { CellLink } from './cell-link'
import { countText, secondsText, shareText } from './number-text'

/** One row an arm: how many labels, what became of the suggestion, and the time the task took. */
export function ArmsTable({ projectId, question }: { projectId: string; question: AnchoringQuestion }) {
  return (
    <Table caption={`${question.title} by arm`}>
      <thead>
        <tr>
          <Th>Arm</Th>
          <Th numeric>Labels</Th>
          <Th numeric>Annotations</Th>
          <Th numeric>Items</Th>
          <Th numeric>Accepted</Th>
          <Th numeric>Same as suggested</Th>
          <Th numeric>Changed after seeing it</Th>
          <Th numeric>Active time, median</Th>
        </tr>
      </thead>
      <tbody>
        {question.arms.map((arm) => (
          <ArmRow key={arm.arm} projectId={projectId} arm={arm} />
        ))}
      </tbody>
    </Table>
  )
}

function ArmRow({ projectId, arm }: { projectId: string; arm: ArmFigures }) {
  const name = ARM_TEXT[arm.arm]
  const { labels, accepted, agreed, changed, towards, seconds } = arm
  return (
    <tr>
      <Th scope="row">
        {name}
        <span className="block font-normal text-muted text-xs">
          {arm.randomised === labels.count ? 'drawn by chance' : `${countText(arm.randomised)} labels drawn by chance`}
        </span>
      </Th>
      <Td numeric>
        <CellLink projectId={projectId} cell={labels} about={`labels of arm ${name}`} />
      </Td>
      <Td numeric>{countText(arm.annotations)}</Td>
      <Td numeric>{countText(labels.inItems)}</Td>
      <Td numeric>
        {shareText(accepted.count, labels.count)}
        <span className="block text-muted text-xs">
          <CellLink projectId={projectId} cell={accepted} about={`labels of arm ${name} accepted from a suggestion`} />
        </span>
      </Td>
      <Td numeric>
        {shareText(agreed.count, labels.count)}
        <span className="block text-muted text-xs">
          <CellLink projectId={projectId} cell={agreed} about={`labels of arm ${name} that say what was suggested`} />
        </span>
      </Td>
      <Td numeric>
        {arm.arm === 'hidden' ? (
          <>
            <CellLink projectId={projectId} cell={changed} about="labels changed after the suggestion was seen" />
            <span className="block text-muted text-xs">
              <CellLink
                projectId={projectId}
                cell={towards}
                about="labels changed to what it says"
                text={`${countText(towards.count)} to what it says`}
              />
            </span>
          </>
        ) : (
          <span className="text-muted">–</span>
        )}
      </Td>
      <Td numeric>
        {seconds ? (
          <>
            {secondsText(seconds.median)}
            <span className="block text-muted text-xs">
              middle half {secondsText(seconds.low)} to {secondsText(seconds.high)}
            </span>
          </>
        ) : (
          <span className="text-muted">Not reported</span>
        )}
      </Td>
    </tr>
  )
}
