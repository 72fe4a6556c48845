'use client'
import { UnitQuestions } from '@/components/annotation/workbench/unit-questions'
import type { UnitDraft } from '@/lib/protocols/protocol'

/** The whole item: keep or remove, and the links that speak for the response as a whole. */
export function ItemForm({ unit }: { unit: UnitDraft }) {
  return <UnitQuestions unit={unit} />
}
