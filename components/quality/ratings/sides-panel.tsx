import { EstimateText } from '@/components/quality/agreement/estimate-text'
import { formatShare } from '@/components/quality/agreement/figure-format'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { MatrixFigures, Sides } from '@/lib/quality/rater-matrix/contract'
import { isShare } from '@/lib/quality/rater-matrix/rules'
import { threeDecimals } from './three-decimals'

const sharesOf = ({ labels }: MatrixFigures) =>
  labels.map(({ value, share }) => `${value} ${share === null ? '–' : formatShare(share)}`).join(', ')

/** The same choices counted by what was chosen and by where it stood, and why the two differ. */
export function SidesPanel({ sides }: { sides: Sides }) {
  const { onSystem, onSide, explanation } = sides
  const other = new Map(onSide.figures.map((figure) => [figure.key, figure]))
  return (
    <Panel
      title="Side and system"
      description="One rating matrix, counted twice: by the system that was chosen, and by the side it stood on."
    >
      <Table caption="Figures on the system and on the side">
        <thead>
          <tr>
            <Th>Figure</Th>
            <Th>On the system</Th>
            <Th>On the side</Th>
          </tr>
        </thead>
        <tbody>
          {onSystem.figures.map(({ key, title, estimate }) => (
            <tr key={key}>
              <Th scope="row">{title}</Th>
              {[estimate, other.get(key)?.estimate].map((each, index) => (
                <Td key={index === 0 ? 'system' : 'side'}>
                  {each ? <EstimateText estimate={each} format={isShare(key) ? formatShare : threeDecimals} /> : '–'}
                </Td>
              ))}
            </tr>
          ))}
          <tr>
            <Th scope="row">Shares of the choices</Th>
            <Td dir="auto">{sharesOf(onSystem)}</Td>
            <Td>{sharesOf(onSide)}</Td>
          </tr>
        </tbody>
      </Table>
      <ul className="mt-4 list-disc space-y-1.5 ps-5 text-sm">
        {explanation.map((sentence) => (
          <li key={sentence} dir="auto" className="break-words">
            {sentence}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
