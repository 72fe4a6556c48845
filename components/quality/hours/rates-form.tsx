'use client'
import { type SubmitEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/toast'
import type { Hours } from '@/lib/quality/hours/contract'
import { useSetRates } from '@/lib/quality/hours/hooks'
import { money, readMoney } from '@/lib/quality/hours/rules'

const NO_AMOUNT = 'Write an amount such as 15 or 15.50, or leave it empty.'
const EVERYBODY = 'everybody'

/** What an hour is paid: for everybody, and for single people. Each revision of the rates has a form of its own (`key`). */
export function RatesForm({ hours: { project, people, rates } }: { hours: Hours }) {
  const save = useSetRates(project.id)
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set())
  const [noCurrency, setNoCurrency] = useState(false)
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (save.isPending) return
    const typed = new FormData(event.currentTarget)
    const amounts = [EVERYBODY, ...people.map(({ userId }) => userId)].map(
      (name) => [name, readMoney(String(typed.get(name) ?? ''))] as const,
    )
    const currency = String(typed.get('currency') ?? '').trim()
    const isPaid = amounts.some(([, amount]) => amount !== null)
    setWrong(new Set(amounts.filter(([, amount]) => Number.isNaN(amount)).map(([name]) => name)))
    setNoCurrency(isPaid && currency === '')
    if (amounts.some(([, amount]) => Number.isNaN(amount)) || (isPaid && currency === '')) return
    const personRates = amounts.flatMap(([name, amount]) =>
      name === EVERYBODY || amount === null ? [] : [[name, amount]],
    )
    save.mutate(
      {
        currency: currency === '' ? '–' : currency,
        rate: amounts[0]?.[1] ?? null,
        people: Object.fromEntries(personRates),
        expectedRevision: rates.revision,
      },
      { onSuccess: () => toast.success('Rates saved') },
    )
  }
  const amount = (of: number | null | undefined) => (of === null || of === undefined ? '' : money(of))
  return (
    <form onSubmit={handleSubmit} noValidate className="flex flex-col gap-4">
      <p className="max-w-prose text-muted text-sm">
        A rate holds for all weeks, past ones too: the cost is worked out anew with the rates as they are now. Managers
        see rates and cost, and each person finds their own rate in the file of their data. Assay pays nobody.
      </p>
      <div className="flex flex-wrap gap-4">
        <Field label="Currency" error={noCurrency ? 'Name the currency, such as EUR.' : undefined}>
          <Input
            name="currency"
            maxLength={8}
            defaultValue={rates.currency === '–' ? '' : rates.currency}
            placeholder="EUR"
            className="w-28"
          />
        </Field>
        <Field label="An hour, for everybody" error={wrong.has(EVERYBODY) ? NO_AMOUNT : undefined}>
          <Input name={EVERYBODY} inputMode="decimal" defaultValue={amount(rates.rate)} className="w-32" />
        </Field>
      </div>
      <fieldset>
        <legend className="mb-2 font-medium text-sm">Rates of single people, where they differ</legend>
        <div className="grid max-h-96 gap-3 overflow-y-auto p-0.5 sm:grid-cols-2 lg:grid-cols-3">
          {people.map(({ userId, name }) => (
            <Field key={userId} label={<bdi>{name}</bdi>} error={wrong.has(userId) ? NO_AMOUNT : undefined}>
              <Input name={userId} inputMode="decimal" defaultValue={amount(rates.people[userId])} className="w-32" />
            </Field>
          ))}
        </div>
      </fieldset>
      {save.error ? <Callout tone="danger">{save.error.message}</Callout> : null}
      <Button type="submit" loading={save.isPending} className="self-start">
        Save the rates
      </Button>
    </form>
  )
}
