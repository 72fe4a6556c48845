'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Input } from '@/components/ui/input'
import { Panel } from '@/components/ui/panel'
import { Select, type SelectGroup, type SelectOption } from '@/components/ui/select'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import type { ImportDetail } from '@/lib/workspace/imports/contract'
import { useMapImport } from '@/lib/workspace/imports/hooks'
import type { ColumnMapping, ColumnView, FileMapping, MappingTargets } from '@/lib/workspace/imports/mapping/contract'
import {
  type ColumnUse,
  type ColumnUses,
  labelUse,
  mappingOf,
  usesOf,
  wordsLeft,
} from '@/lib/workspace/imports/mapping/rules'

const UNUSED = 'unused'
const LEFT_OUT = 'left-out'
const NOT_SAID = 'not-said'
/** Columns shown at first. */
const SHOWN = 30

interface ColumnsProps {
  data: ImportDetail
  file: FileMapping
}

/** Which columns of the file are which: the guess, to be changed by hand. */
export function ColumnsPanel({ data, file }: ColumnsProps) {
  const { targets, reading } = data
  const [isOpen, setOpen] = useState(file.mapping !== null || !file.isReadable)
  const kind = reading.facts?.container
  if (!isOpen)
    return (
      <Panel
        title="Columns"
        description="The records are of a format of this protocol and are read as they stand."
        actions={<Button onClick={() => setOpen(true)}>Choose columns by hand</Button>}
      >
        <SheetChoice data={data} />
      </Panel>
    )
  return (
    <Panel
      title="Columns"
      description={`What each column${kind ? ` of this file (${kind})` : ''} is read as. It is a guess until you say otherwise, and kept for the next file of this project.`}
    >
      <div className="space-y-4">
        <SheetChoice data={data} />
        {/* A new check brings a new guess. */}
        <ColumnsForm key={JSON.stringify(file.mapping)} data={data} file={file} targets={targets} />
      </div>
    </Panel>
  )
}

function ColumnsForm({ data, file, targets }: ColumnsProps & { targets: MappingTargets }) {
  const map = useMapImport(data.id, data.projectId)
  const [uses, setUses] = useState<ColumnUses>(() => usesOf(file, targets))
  const [domains, setDomains] = useState(file.mapping?.domains ?? {})
  const [labelsOf, setLabelsOf] = useState(file.mapping?.labelsOf)
  const [limit, setLimit] = useState(SHOWN)
  const [columns] = useState(() => inSight(file.columns, uses))
  const domainColumn = file.columns.find(({ name }) => isField(uses[name], 'domain'))
  const next = mappingOf(uses, domains, labelsOf)
  const whose = next.labelsOf?.column
  // The column that says whose labels a row holds is shown wherever it stands.
  const visibleColumns = columns.filter(({ name }, index) => index < limit || name === whose)
  const { mapping } = file
  const before = mappingOf(usesOf(file, targets), mapping?.domains ?? {}, mapping?.labelsOf)
  const isChanged = JSON.stringify(next) !== JSON.stringify(before)
  const missing = targets.fields.filter(({ key, required }) => required && !next.fields[key])
  return (
    <>
      <Table caption="Columns of the file" stacked>
        <thead>
          <tr>
            <Th>Column</Th>
            <Th>Holds</Th>
            <Th>Is read as</Th>
          </tr>
        </thead>
        <tbody>
          {visibleColumns.map((column) => (
            <ColumnRow
              key={column.name}
              column={column}
              use={uses[column.name] ?? { kind: 'unused' }}
              saysWhose={column.name === whose}
              targets={targets}
              onChange={(use) => setUses({ ...uses, [column.name]: use })}
            />
          ))}
        </tbody>
      </Table>
      {columns.length > visibleColumns.length ? (
        <Button onClick={() => setLimit(columns.length)}>
          Show {columns.length - visibleColumns.length} more columns
        </Button>
      ) : null}
      {next.labels.length > 0 ? <LabelsOf columns={file.columns} value={labelsOf} onChange={setLabelsOf} /> : null}
      {domainColumn?.words && targets.ruleDomains.length > 0 ? (
        <DomainRules
          words={domainColumn.words.map(({ word }) => word)}
          targets={targets}
          domains={domains}
          onChange={setDomains}
        />
      ) : null}
      {map.error ? (
        <Callout tone="danger" title="The columns were not changed">
          {map.error.message}
        </Callout>
      ) : null}
      {missing.length > 0 ? (
        <p className="text-muted text-sm">
          Say which column is the {missing.map(({ title }) => title.toLowerCase()).join(' and the ')}.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          loading={map.isPending}
          disabled={missing.length > 0 || !isChanged}
          onClick={() => map.mutate({ mapping: next })}
        >
          Check again with these columns
        </Button>
        {file.mapping !== null && file.isReadable ? (
          <Button onClick={() => map.mutate({ mapping: null })}>Read the records as they stand</Button>
        ) : null}
      </div>
    </>
  )
}

/** As the file has them; of more than are shown at first, those that something is read from come first. */
function inSight(columns: readonly ColumnView[], uses: ColumnUses): readonly ColumnView[] {
  if (columns.length <= SHOWN) return columns
  const isUnused = ({ name }: ColumnView) => Number(uses[name]?.kind === 'unused')
  return columns.toSorted((a, b) => isUnused(a) - isUnused(b))
}

const isField = (use: ColumnUse | undefined, field: string) => use?.kind === 'field' && use.field === field

const keyOfUse = (use: ColumnUse): string =>
  use.kind === 'field' ? `field ${use.field}` : use.kind === 'label' ? `label ${use.unit} ${use.question}` : UNUSED

function optionsFor({ fields, questions }: MappingTargets): (SelectOption | SelectGroup)[] {
  const labels = questions.map(({ unit, unitTitle, question, title }) => ({
    value: `label ${unit} ${question}`,
    label: unit === 'item' ? title : `${title} (of a ${unitTitle})`,
  }))
  return [
    { value: UNUSED, label: 'Not used' },
    { label: 'Fields', options: fields.map(({ key, title }) => ({ value: `field ${key}`, label: title })) },
    ...(labels.length > 0 ? [{ label: 'Labels', options: labels }] : []),
  ]
}

interface RowProps {
  column: ColumnView
  use: ColumnUse
  targets: MappingTargets
  onChange: (use: ColumnUse) => void
}

/** `saysWhose`: its words say whose labels a row holds. */
function ColumnRow({ column, use, targets, saysWhose, onChange }: RowProps & { saysWhose: boolean }) {
  const choose = (value: string) => {
    const field = targets.fields.find(({ key }) => value === `field ${key}`)
    const target = targets.questions.find(({ unit, question }) => value === `label ${unit} ${question}`)
    if (field) onChange({ kind: 'field', field: field.key })
    else onChange(target ? labelUse(column, target) : { kind: 'unused' })
  }
  return (
    <Tr>
      <Td className="wrap-anywhere max-w-48 font-medium">
        <span dir="auto">{column.name || '(without a name)'}</span>
      </Td>
      <Td label="Holds" className="wrap-anywhere min-w-40 max-w-96 text-muted">
        <span dir="auto">{column.samples[0] ?? ''}</span>
      </Td>
      <Td label="Is read as" className="min-w-56">
        <div className="space-y-2">
          <Select
            label={`What ${column.name} is read as`}
            options={optionsFor(targets)}
            value={keyOfUse(use)}
            onValueChange={choose}
          />
          {saysWhose ? <p className="text-muted text-sm">It says whose labels a row holds.</p> : null}
          {use.kind === 'label' ? (
            <LabelFields column={column} use={use} targets={targets} onChange={onChange} />
          ) : null}
        </div>
      </Td>
    </Tr>
  )
}

function LabelFields({ column, use, targets, onChange }: RowProps & { use: Extract<ColumnUse, { kind: 'label' }> }) {
  const target = targets.questions.find(({ unit, question }) => unit === use.unit && question === use.question)
  if (!target) return null
  const options = target.options?.map(({ value, text }) => ({ value: JSON.stringify(value), label: text })) ?? []
  const left = target.options ? wordsLeft(column, use.values, target) : []
  const words = [...Object.keys(use.values), ...left]
  const setWord = (word: string, value: string) => {
    const { [word]: _, ...others } = use.values
    if (value === NOT_SAID) return onChange({ ...use, values: others })
    const chosen = target.options?.find((option) => JSON.stringify(option.value) === value)?.value ?? null
    onChange({ ...use, values: { ...use.values, [word]: chosen } })
  }
  return (
    <div className="space-y-2 border-line border-s-2 ps-3">
      {use.unit === 'item' ? null : (
        <PlaceField column={column} use={use} onChange={onChange} unitTitle={target.unitTitle} />
      )}
      {words.map((word) => (
        <div key={word} className="flex flex-wrap items-center gap-2 text-sm">
          <span dir="auto" className="wrap-anywhere min-w-20">
            {word} is
          </span>
          <Select
            label={`What ${word} means in ${column.name}`}
            className="w-auto min-w-40 flex-1"
            options={[{ value: NOT_SAID, label: 'Not said yet' }, ...options, { value: LEFT_OUT, label: 'Left out' }]}
            value={wordValue(use.values, word)}
            onValueChange={(value) => setWord(word, value)}
          />
        </div>
      ))}
    </div>
  )
}

function wordValue(values: Extract<ColumnUse, { kind: 'label' }>['values'], word: string): string {
  if (!Object.hasOwn(values, word)) return NOT_SAID
  return values[word] === null ? LEFT_OUT : JSON.stringify(values[word])
}

interface PlaceProps extends Omit<RowProps, 'targets'> {
  use: Extract<ColumnUse, { kind: 'label' }>
  unitTitle: string
}

function PlaceField({ column, use, unitTitle, onChange }: PlaceProps) {
  if (use.place === 'each') return <p className="text-sm">A list: one entry for each {unitTitle}.</p>
  return (
    <div className="flex items-center gap-2 text-sm">
      of {unitTitle} number
      <Input
        type="number"
        min={1}
        max={5000}
        className="w-20"
        aria-label={`Which ${unitTitle} ${column.name} is about`}
        value={use.place}
        onChange={(event) => onChange({ ...use, place: Math.max(1, Math.trunc(Number(event.target.value)) || 1) })}
      />
    </div>
  )
}

const EVERYBODY = 'everybody'

interface LabelsOfProps {
  columns: readonly ColumnView[]
  value: ColumnMapping['labelsOf'] | undefined
  onChange: (value: ColumnMapping['labelsOf'] | undefined) => void
}

/** Of a file with the labels of several people: whose are read. Columns of names and numbers can say whose a row is. */
function LabelsOf({ columns, value, onChange }: LabelsOfProps) {
  const column = columns.find(({ name }) => name === value?.column)
  const able = columns.filter(({ words }) => words && words.length > 1)
  if (able.length === 0) return null
  const wordsOf = (name: string) => able.find((each) => each.name === name)?.words?.map(({ word }) => word) ?? []
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      Labels are read from
      <Select
        label="Which rows the labels are read from"
        className="w-auto min-w-40"
        options={[
          { value: EVERYBODY, label: 'all rows' },
          ...able.map(({ name }) => ({ value: `in ${name}`, label: `rows by ${name}` })),
        ]}
        value={value ? `in ${value.column}` : EVERYBODY}
        onValueChange={(key) => {
          const name = key.slice('in '.length)
          const [word] = wordsOf(name)
          onChange(key === EVERYBODY || word === undefined ? undefined : { column: name, word })
        }}
      />
      {value && column ? (
        <Select
          label={`Whose rows, by ${column.name}`}
          className="w-auto min-w-32"
          options={wordsOf(column.name).map((word) => ({ value: word, label: word }))}
          value={value.word}
          onValueChange={(word) => onChange({ column: column.name, word })}
        />
      ) : null}
      {value ? <p className="basis-full text-muted">Drop the file once for each of the people in it.</p> : null}
    </div>
  )
}

interface DomainProps {
  words: readonly string[]
  targets: MappingTargets
  domains: Readonly<Record<string, string>>
  onChange: (domains: Record<string, string>) => void
}

/** Domains are open words; where a rule of the protocol depends on one, a manager says which domain of the protocol it is. */
function DomainRules({ words, targets, domains, onChange }: DomainProps) {
  const ruleDomainValues = new Set(targets.ruleDomains.map(({ value }) => value))
  const others = words.filter((word) => !ruleDomainValues.has(word))
  if (others.length === 0) return null
  const set = (word: string, value: string) => {
    const { [word]: _, ...rest } = domains
    onChange(value === UNUSED ? rest : { ...rest, [word]: value })
  }
  return (
    <fieldset className="space-y-2">
      <legend className="font-medium text-sm">Domains</legend>
      <p className="max-w-prose text-muted text-sm">
        Any word can be a domain. Say where the rules of one of the paper’s domains apply, as for mathematics.
      </p>
      {others.map((word) => (
        <div key={word} className="flex flex-wrap items-center gap-2 text-sm">
          <span dir="auto" className="wrap-anywhere min-w-32">
            {word}
          </span>
          <Select
            label={`Rules for the domain ${word}`}
            className="w-auto min-w-48"
            options={[
              { value: UNUSED, label: 'No rules of their own' },
              ...targets.ruleDomains.map(({ value, text }) => ({ value, label: `As ${text}` })),
            ]}
            value={domains[word] ?? UNUSED}
            onValueChange={(value) => set(word, value)}
          />
        </div>
      ))}
    </fieldset>
  )
}

/** Of a workbook with several sheets: which one is read. */
function SheetChoice({ data }: { data: ImportDetail }) {
  const map = useMapImport(data.id, data.projectId)
  const { sheets = [], sheet = null } = data.reading.facts ?? {}
  if (sheets.length < 2) return null
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      Sheet
      <Select
        label="The sheet that is read"
        className="w-auto min-w-48"
        options={sheets.map((name) => ({ value: name, label: name }))}
        value={sheet}
        disabled={map.isPending}
        onValueChange={(name) => map.mutate({ mapping: null, sheet: name })}
      />
    </div>
  )
}
