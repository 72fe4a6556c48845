'use client'

import type { FormEvent } from 'react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Folded } from '@/components/ui/folded'
import { Input } from '@/components/ui/input'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/components/ui/toast'
import { annotationsCreators, type Card, type CardText, cardSchema } from '@/lib/gold/releases/release/contract'
import { useSaveCard } from '@/lib/gold/releases/release/hooks'
import { cardProblems, LICENCES } from '@/lib/gold/releases/release/rules'
import { ApiError } from '@/lib/platform/client/api-error'

interface LicenceFieldsProps {
  text: CardText
  change: (given: Partial<CardText>) => void
}

/** A licence from the list, another by its SPDX identifier, or one of one's own with name and link. */
function LicenceFields({ text, change }: LicenceFieldsProps) {
  const listed = LICENCES.some(({ id }) => id === text.licence)
  return (
    <>
      <Field label="Licence" required>
        <Select
          options={LICENCES.map(({ id, text: words }) => ({
            value: id,
            label: id === 'other' ? words : `${id}: ${words}`,
          }))}
          value={listed ? text.licence : null}
          placeholder={text.licence || 'Choose…'}
          onValueChange={(licence) => change({ licence })}
        />
      </Field>
      {text.licence === 'other' ? (
        <>
          <Field label="Name of the licence" required>
            <Input value={text.licenceName} maxLength={200} onChange={(e) => change({ licenceName: e.target.value })} />
          </Field>
          <Field label="Link to the licence" required className="sm:col-span-2">
            <Input
              type="url"
              value={text.licenceLink}
              maxLength={2000}
              onChange={(e) => change({ licenceLink: e.target.value })}
            />
          </Field>
        </>
      ) : (
        <Field label="Or another, by its SPDX identifier">
          <Input
            value={listed ? '' : text.licence}
            maxLength={100}
            placeholder="BSD-3-Clause"
            onChange={(e) => change({ licence: e.target.value.trim() })}
          />
        </Field>
      )}
    </>
  )
}

interface CardEditorProps {
  projectId: string
  card: Card
  /** Is what the editor holds what is saved? */
  isSaved: boolean
  disabled: boolean
  /** Told with every change, saved or not. */
  onChange: (text: CardText) => void
}

const CREATORS: Record<(typeof annotationsCreators)[number], string> = {
  'expert-generated': 'Experts',
  crowdsourced: 'A crowd',
  'machine-generated': 'Machines',
  found: 'Found as they were',
}

/** What a manager says of the dataset. */
export function CardEditor({ projectId, card, isSaved, disabled, onChange }: CardEditorProps) {
  const save = useSaveCard(projectId)
  const [text, setText] = useState(card.text)
  const [revision, setRevision] = useState(card.revision)
  const theirs = conflictOf(save.error)
  const change = (changes: Partial<CardText>) => {
    const next = { ...text, ...changes }
    setText(next)
    onChange(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(
      { text, revision },
      {
        onSuccess: (saved) => {
          // As it was saved: without spaces at the ends.
          change(saved.text)
          setRevision(saved.revision)
          toast.success('The card is saved')
        },
      },
    )
  }
  const take = (current: Card) => {
    change(current.text)
    setRevision(current.revision)
    save.reset()
  }
  const problems = cardProblems(text)
  return (
    <Panel title="Card" description="Describes the dataset to its readers. It goes into the next release as README.md.">
      <Folded title={summaryOf(text)} needed={!isSaved || problems.length > 0}>
        <form onSubmit={submit}>
          <fieldset disabled={disabled} className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <Field label="Name" required>
              <Input value={text.prettyName} maxLength={200} onChange={(e) => change({ prettyName: e.target.value })} />
            </Field>
            <Field label="Contact">
              <Input value={text.contact} maxLength={500} onChange={(e) => change({ contact: e.target.value })} />
            </Field>
            <Long
              label="Description, in Markdown"
              value={text.description}
              onChange={(description) => change({ description })}
            />
            <LicenceFields text={text} change={change} />
            <Words
              label="Languages"
              hint="Codes such as en or pt-BR, with commas."
              values={text.languages}
              onChange={(languages) => change({ languages })}
            />
            <Words label="Tags" hint="With commas." values={text.tags} onChange={(tags) => change({ tags })} />
            <fieldset className="space-y-1.5 sm:col-span-2">
              <legend className="mb-1.5 font-medium text-sm">Who annotated</legend>
              <div className="flex flex-wrap gap-x-5 gap-y-2">
                {annotationsCreators.map((creator) => (
                  <Checkbox
                    key={creator}
                    label={CREATORS[creator]}
                    checked={text.annotationsCreators.includes(creator)}
                    onCheckedChange={(on) =>
                      change({
                        annotationsCreators: annotationsCreators.filter((each) =>
                          each === creator ? on === true : text.annotationsCreators.includes(each),
                        ),
                      })
                    }
                  />
                ))}
              </div>
            </fieldset>
            <Long
              label="Annotators’ expertise and training"
              value={text.expertise}
              onChange={(expertise) => change({ expertise })}
            />
            <Long label="Annotators’ pay" value={text.pay} onChange={(pay) => change({ pay })} />
            <Long
              label="Licence of quoted text"
              value={text.quotedLicence}
              onChange={(quotedLicence) => change({ quotedLicence })}
            />
            <Long label="Known gaps" value={text.knownGaps} onChange={(knownGaps) => change({ knownGaps })} />
            <Lines
              label="Authors"
              hint="One a line, as they are cited: “Family, Given” for people, with an ORCID behind it if there is one; organisations by their name. Nobody is taken from the project."
              values={text.authors}
              onChange={(authors) => change({ authors })}
            />
            <Field label="Publisher" hint="Of the dataset, for catalogues and a DOI.">
              <Input value={text.publisher} maxLength={300} onChange={(e) => change({ publisher: e.target.value })} />
            </Field>
            <Field label="Address of the dataset" hint="Where readers find it.">
              <Input
                type="url"
                value={text.address}
                maxLength={2000}
                onChange={(e) => change({ address: e.target.value.trim() })}
              />
            </Field>
            <Long
              label="Citation, BibTeX or text"
              value={text.citation}
              mono
              onChange={(citation) => change({ citation })}
            />
          </fieldset>
          {problems.length > 0 ? (
            <Callout tone="warning" title="Before a release" className="mt-4">
              <ul className="list-disc ps-5">
                {problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            </Callout>
          ) : null}
          {theirs ? (
            <Callout
              tone="warning"
              live
              className="mt-4"
              title="Somebody else saved the card meanwhile"
              actions={
                <>
                  <Button size="sm" onClick={() => take(theirs)}>
                    Take theirs
                  </Button>
                  <Button size="sm" onClick={() => setRevision(theirs.revision)}>
                    Keep mine, and save over it
                  </Button>
                </>
              }
            >
              Your text is still here. Take theirs, or keep yours and save once more.
            </Callout>
          ) : save.error ? (
            <Callout tone="danger" title="The card was not saved" className="mt-4">
              {save.error.message}
            </Callout>
          ) : null}
          {disabled ? null : (
            <Button type="submit" variant={isSaved ? undefined : 'primary'} className="mt-4" loading={save.isPending}>
              Save the card
            </Button>
          )}
        </form>
      </Folded>
    </Panel>
  )
}

/** The card in a line: name, licence, languages. */
function summaryOf({ prettyName, licence, licenceName, languages }: CardText): string {
  const parts = [prettyName, licence === 'other' ? licenceName : licence, languages.join(', ')].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : 'Nothing is filled in yet'
}

function conflictOf(error: Error | null): Card | null {
  if (!(error instanceof ApiError) || error.code !== 'revision_conflict') return null
  return cardSchema.safeParse(error.problem.data?.current).data ?? null
}

interface LongProps {
  label: string
  value: string
  mono?: boolean
  onChange: (value: string) => void
}

function Long({ label, value, mono = false, onChange }: LongProps) {
  return (
    <Field label={label} className="sm:col-span-2">
      <Textarea
        rows={2}
        value={value}
        className={mono ? 'font-mono' : undefined}
        onChange={(e) => onChange(e.target.value)}
      />
    </Field>
  )
}

interface ListProps {
  label: string
  hint: string
  values: readonly string[]
  onChange: (values: string[]) => void
}

/** The text as typed, and what to do when it changes; the values in it go up. */
function useTyped({ values, onChange }: Pick<ListProps, 'values' | 'onChange'>, between: ',' | '\n') {
  const written = values.join(between === ',' ? ', ' : '\n')
  const [typed, setTyped] = useState(written)
  const valuesIn = (text: string) =>
    text
      .split(between)
      .map((value) => value.trim())
      .filter(Boolean)
  return {
    // What came from elsewhere replaces what was typed.
    value: valuesIn(typed).join('\n') === values.join('\n') ? typed : written,
    onChange: (text: string) => {
      setTyped(text)
      onChange(valuesIn(text))
    },
  }
}

/** Values with commas between them. */
function Words({ label, hint, values, onChange }: ListProps) {
  const typed = useTyped({ values, onChange }, ',')
  return (
    <Field label={label} hint={hint}>
      <Input value={typed.value} onChange={(event) => typed.onChange(event.target.value)} />
    </Field>
  )
}

/** Values that may hold commas, one a line. */
function Lines({ label, hint, values, onChange }: ListProps) {
  const typed = useTyped({ values, onChange }, '\n')
  return (
    <Field label={label} hint={hint} className="sm:col-span-2">
      <Textarea rows={2} value={typed.value} onChange={(event) => typed.onChange(event.target.value)} />
    </Field>
  )
}
