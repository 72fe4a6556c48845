'use client'
import type { ReactNode } from 'react'
import { OwnKeys } from '@/components/ui/keys/own-keys'
import { loadTables } from './load-tables'

/** Puts the keys in force that the person chose. */
export const ChosenKeys = ({ userId, children }: { userId: string; children: ReactNode }) => (
  <OwnKeys userId={userId} loadTables={loadTables}>
    {children}
  </OwnKeys>
)
