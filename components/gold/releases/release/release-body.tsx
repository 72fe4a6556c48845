import { FewResampled } from '@/components/quality/agreement/estimate-text'
import { DefinitionList } from '@/components/ui/definition-list'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { GuidelineMarkdown } from '@/components/workspace/guidelines/markdown'
import type { Manifest, ManifestFigure, ManifestFile } from '@/lib/gold/releases/release/manifest/contract'
import { fileWords, goldWord, sizeWords } from '@/lib/gold/releases/release/rules'

/** Agreement of every measure, with intervals; what is undefined in words. */
function AgreementTable({ agreement }: Pick<Manifest, 'agreement'>) {
  if (agreement.length === 0) return <p className="text-muted text-sm">The protocol measures no agreement.</p>
  return (
    <Table caption="Agreement of independent annotators before consolidation, with 95% intervals">
      <thead>
        <Tr>
          <Th>Measure</Th>
          <Th numeric>Units rated twice or more</Th>
          <Th numeric>Percent agreement</Th>
          <Th numeric>Krippendorff’s alpha</Th>
        </Tr>
      </thead>
      <tbody>
        {agreement.map((row) => (
          <Tr key={`${row.stage} ${row.measure}`}>
            <Th scope="row">
              {row.title}
              <span className="block font-normal text-muted text-xs">by {row.unitOfAnalysis}</span>
            </Th>
            <Td numeric>{row.units.toLocaleString('en')}</Td>
            <Figure
              figure={row.percent}
              responses={row.responses}
              format={(value) => (value === 1 ? '100%' : `${(value * 100).toFixed(1)}%`)}
            />
            <Figure
              figure={row.alpha}
              responses={row.responses}
              format={(value) => value.toFixed(2).replace('-', '−')}
            />
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

interface FigureProps {
  figure: ManifestFigure
  /** Responses that are resampled. */
  responses: number
  format: (value: number) => string
}

function Figure({ figure, responses, format }: FigureProps) {
  const { value, low, high, words } = figure
  if (value === null) return <Td className="max-w-60 text-muted text-xs">{words}</Td>
  return (
    <Td numeric>
      {format(value)}
      {low === null || high === null ? null : (
        <>
          <span className="block whitespace-nowrap text-muted text-xs">
            {format(low)} to {format(high)}
          </span>
          <FewResampled drawn={responses} />
        </>
      )}
    </Td>
  )
}

interface FileTableProps {
  files: readonly ManifestFile[]
  /** Where each can be downloaded. */
  hrefOf: (path: string) => string
}

/** Every file with its checksum. */
function FileTable({ files, hrefOf }: FileTableProps) {
  return (
    <Table caption="Files with their checksums">
      <thead>
        <Tr>
          <Th>File</Th>
          <Th>What it is</Th>
          <Th numeric>Size</Th>
          <Th>SHA-256</Th>
        </Tr>
      </thead>
      <tbody>
        {files.map(({ path, bytes, sha256 }) => (
          <Tr key={path}>
            <Th scope="row">
              <a
                download
                href={hrefOf(path)}
                className="whitespace-nowrap text-accent-text underline underline-offset-3"
              >
                {path}
              </a>
            </Th>
            <Td>{fileWords(path)}</Td>
            <Td numeric className="whitespace-nowrap">
              {sizeWords(bytes)}
            </Td>
            <Td className="min-w-52 break-all font-mono text-xs">{sha256}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

interface ReleaseBodyProps {
  manifest: Manifest
  readme: string
  digest: string
  fileList: readonly ManifestFile[]
  hrefOf: (path: string) => string
}

const count = (number: number) => number.toLocaleString('en')

/** What a release is, the same for members and for anybody with the link. */
export function ReleaseBody({ manifest, readme, digest, fileList, hrefOf }: ReleaseBodyProps) {
  const { items, people, protocol, stages, discards } = manifest
  return (
    <>
      <Panel title="Counts">
        <DefinitionList
          items={[
            { term: 'Protocol', description: `${protocol.title}, version ${protocol.version}` },
            { term: `Items with ${goldWord(stages)}`, description: count(items.gold) },
            ...stages.map((stage) => ({
              term: `${stage.title}, tasks`,
              description: count(stage.gold.tasks),
            })),
            {
              term: 'Discarded',
              description:
                discards.length === 0
                  ? 'None'
                  : discards.map(({ text, items: number }) => `${text}: ${count(number)}`).join('; '),
            },
            { term: 'Annotators', description: count(people.annotators) },
            { term: 'Reviewers', description: count(people.reviewers) },
            { term: 'Checksum', description: <code className="break-all text-xs">{digest}</code> },
          ]}
        />
      </Panel>
      <Panel
        title="Agreement"
        description="Of independent annotators before consolidation, with 95% bootstrap intervals."
      >
        <AgreementTable agreement={manifest.agreement} />
      </Panel>
      <Panel title="Files">
        <FileTable files={fileList} hrefOf={hrefOf} />
      </Panel>
      <Panel title="Card">
        <div className="overflow-x-auto">
          <GuidelineMarkdown headingLevel={3}>{readme}</GuidelineMarkdown>
        </div>
      </Panel>
    </>
  )
}
