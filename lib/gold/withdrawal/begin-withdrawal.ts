/** Where a withdrawal begins: who may, with which words, and from when on the texts can be replaced. */
import 'server-only'
import { randomUUID } from 'node:crypto'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'

export interface Withdrawing {
  /** The e-mail address of the administrator. */
  by: string
  /** In a line, shown wherever the text stood. */
  reason: string
  /** What readers of releases are told. */
  erratum: string
  /** Do everything, tell what it was, and leave nothing of it. */
  dryRun: boolean
}

/** Lists show the reason in the place of a title. */
const LONGEST_REASON = 200
const LONGEST_ERRATUM = 5_000

/** So long one may take: every table is looked through. */
const MINUTES = 120

class DryRun<T> extends Error {
  constructor(readonly report: T) {
    super('a dry run')
  }
}

/** Runs `work` in one transaction; after a dry run nothing of it is left but what it returns. */
export async function withdrawing<T>(dryRun: boolean, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await transaction(async (tx) => {
      const report = await work(tx)
      if (dryRun) throw new DryRun(report)
      return report
    }, MINUTES)
  } catch (error) {
    if (error instanceof DryRun) return error.report
    throw error
  }
}

/** The administrator's id. Errors: `forbidden`, `invalid_request` without a reason or an erratum. */
export async function checkWithdrawing(tx: Tx, { by, reason, erratum }: Withdrawing): Promise<string> {
  const user = await tx.user.findUnique({ where: { email: by.trim().toLowerCase() } })
  if (!user?.isAdmin || user.deactivatedAt)
    throw new AppError('forbidden', `No administrator has the e-mail address “${by}”.`)
  requireWords('reason', reason, LONGEST_REASON)
  requireWords('erratum', erratum, LONGEST_ERRATUM)
  if (/[\r\n]/.test(reason)) throw new AppError('invalid_request', 'The reason is one line: say more in the erratum.')
  return user.id
}

function requireWords(name: string, text: string, longest: number): void {
  if (text.trim() === '')
    throw new AppError('invalid_request', `Say the ${name}: it stands in the place of what is withdrawn.`)
  if ([...text].length > longest)
    throw new AppError('invalid_request', `The ${name} is longer than ${longest} characters.`)
}

export interface WithdrawalRow {
  projectId: string
  itemId?: string
  releaseId?: string
  reason: string
  erratum: string
  byId: string
}

/** Writes it down; of an item, the triggers let its texts be replaced from here to the end of the transaction (docs/decisions/109). */
export async function writeWithdrawal(tx: Tx, row: WithdrawalRow): Promise<void> {
  const id = randomUUID()
  await tx.withdrawal.create({ data: { id, ...row, reason: row.reason.trim(), erratum: row.erratum.trim() } })
  if (row.itemId) await tx.$queryRaw`select set_config('assay.withdrawing', ${id}, true)`
}
