import { Table, Td, Th, Tr } from '@/components/ui/table'
import type { Manifest, ManifestFigure, ManifestFile } from '@/lib/gold/releases/release/manifest/contract'
import { fileWords, sizeWords } from '@/lib/gold/releases/release/rules'

/** Agreement of every measure, with intervals; what is undefined in words. */
export function AgreementTable({ agreement }: Pick<Manifest, 'agreement'>) {
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
            <Figure figure={row.percent} format={(value) => (value === 1 ? '100%' : `${(value * 100).toFixed(1)}%`)} />
            <Figure figure={row.alpha} format={(value) => value.toFixed(2).replace('-', '−')} />
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

function Figure({ figure, format }: { figure: ManifestFigure; format: (value: number) => string }) {
  const { value, low, high, words } = figure
  if (value === null) return <Td className="max-w-60 text-muted text-xs">{words}</Td>
  return (
    <Td numeric>
      {format(value)}
      {low === null || high === null ? null : (
        <span className="block whitespace-nowrap text-muted text-xs">
          {format(low)} to {format(high)}
        </span>
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
export function FileTable({ files, hrefOf }: FileTableProps) {
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
