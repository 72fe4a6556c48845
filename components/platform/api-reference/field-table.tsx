import { Table, Td, Th, Tr } from '@/components/ui/table'
import type { ReferenceField } from '@/lib/platform/api/reference'
import { TypeWords } from './type-words'

type FieldTableProps = {
  caption: string
  fields: readonly (ReferenceField & { where?: string })[]
}

/** The fields of something, each with its type and what it means. */
export function FieldTable({ caption, fields }: FieldTableProps) {
  const hasExamples = fields.some(({ example }) => example)
  return (
    <Table caption={caption} stacked>
      <thead>
        <tr>
          <Th>Name</Th>
          <Th>Type</Th>
          <Th>Meaning</Th>
          {hasExamples ? <Th>Example</Th> : null}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <Tr key={`${field.where} ${field.name}`}>
            <Th scope="row">
              <code dir="ltr" className="font-mono text-[0.8125rem]">
                {field.name}
              </code>
              <span className="block font-normal text-muted text-xs">
                {[
                  field.where && `in the ${PLACES[field.where] ?? field.where}`,
                  field.required ? 'required' : 'optional',
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </Th>
            <Td label="Type">
              <TypeWords type={field.type} />
            </Td>
            <Td label="Meaning">{field.description || '–'}</Td>
            {hasExamples ? (
              <Td label="Example">
                <code dir="ltr" className="break-all font-mono text-[0.8125rem]">
                  {field.example}
                </code>
              </Td>
            ) : null}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

const PLACES: Readonly<Record<string, string>> = { path: 'address', query: 'query', header: 'head' }
