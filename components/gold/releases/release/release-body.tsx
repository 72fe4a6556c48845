import { DefinitionList } from '@/components/ui/definition-list'
import { Panel } from '@/components/ui/panel'
import { GuidelineMarkdown } from '@/components/workspace/guidelines/markdown'
import type { Manifest, ManifestFile } from '@/lib/gold/releases/release/manifest/contract'
import { goldWord } from '@/lib/gold/releases/release/rules'
import { AgreementTable, FileTable } from './release-facts'

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
