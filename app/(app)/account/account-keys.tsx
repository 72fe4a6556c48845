'use client'
import type { ReactNode } from 'react'
import { KeyPanel } from '@/components/ui/keys/key-panel'
import { OwnKeys } from '@/components/ui/keys/own-keys'

const loadTables = () => import('./key-tables').then(({ loadKeyTables }) => loadKeyTables())

/** Choosing keys for every screen. */
export const AccountKeys = () => <KeyPanel loadTables={loadTables} />

/** Puts the keys in force that the person chose. */
export const ChosenKeys = ({ userId, children }: { userId: string; children: ReactNode }) => (
  <OwnKeys userId={userId} loadTables={loadTables}>
    {children}
  </OwnKeys>
)
