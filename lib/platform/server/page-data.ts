import 'server-only'
import { forbidden, notFound } from 'next/navigation'
import type { z } from 'zod'
import { unstorableIn } from '@/lib/platform/api/input'
import { AppError } from './errors'

/** A query's answer for a page: what is hidden is a 404 page, what is not allowed a 403 page; other failures go up. */
export async function pageData<T>(query: Promise<T>): Promise<T> {
  try {
    return await query
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'not_found' || error.code === 'invalid_request') notFound()
    if (error.code === 'forbidden') forbidden()
    throw error
  }
}

/** What a form sent to a page: its empty fields ask for nothing. */
export const filledIn = (formValues: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(formValues).filter(([, value]) => value !== ''))

/** What a page's address asks for, checked like an endpoint's query; anything else is a 404 page. */
export function pageQuery<S extends z.ZodType>(schema: S, queryParams: unknown): z.output<S> {
  const query = schema.safeParse(queryParams)
  if (!query.success || unstorableIn(queryParams)) notFound()
  return query.data
}
