import { Callout } from '@/components/ui/callout'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Tabs } from '@/components/ui/tabs'
import { GuidelineMarkdown } from '@/components/workspace/guidelines/markdown'
import type { Preview } from '@/lib/gold/releases/release/contract'
import { ChangeList } from './change-list'

/** What a release made now would hold, change and say. */
export function PreviewView({ preview }: { preview: Preview }) {
  const { refusals, readme, files, previous, changes, shownChanges } = preview
  const [, head = '', body = readme ?? ''] = /^---\n([\s\S]*?)\n---\n+([\s\S]*)$/.exec(readme ?? '') ?? []
  return (
    <div className="space-y-4">
      {refusals.length > 0 ? (
        <Callout tone="warning" live title="A release cannot be made yet">
          <ul className="list-disc ps-5">
            {refusals.map((refusal) => (
              <li key={refusal}>{refusal}</li>
            ))}
          </ul>
        </Callout>
      ) : null}
      {readme === null ? null : (
        <Tabs
          label="Preview"
          items={[
            {
              value: 'changes',
              label: previous === null ? 'Changes' : `Changes since release ${previous}`,
              content: <ChangeList counts={changes} changes={shownChanges} />,
            },
            { value: 'files', label: 'Files', content: <Files files={files} /> },
            {
              value: 'card',
              label: 'Card',
              content: (
                <>
                  <pre dir="ltr" className="mb-4 overflow-x-auto rounded-lg border border-line bg-sunken p-3 text-xs">
                    {head}
                  </pre>
                  <GuidelineMarkdown headingLevel={3}>{body}</GuidelineMarkdown>
                </>
              ),
            },
          ]}
        />
      )}
    </div>
  )
}

function Files({ files }: Pick<Preview, 'files'>) {
  return (
    <Table caption="Files of the release">
      <thead>
        <Tr>
          <Th>File</Th>
          <Th>What it is</Th>
          <Th numeric>Rows</Th>
        </Tr>
      </thead>
      <tbody>
        {files.map(({ path, what, rows }) => (
          <Tr key={path}>
            <Th scope="row" className="break-all font-mono text-xs">
              {path}
            </Th>
            <Td>{what}</Td>
            <Td numeric>{rows?.toLocaleString('en') ?? '–'}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
