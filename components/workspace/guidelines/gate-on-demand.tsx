'use client'
import dynamic from 'next/dynamic'

/** The gate, rendered by the server like any other page, but loaded only by those who stand before it: it brings Markdown. */
export const GateOnDemand = dynamic(() => import('./guidelines-gate').then((module) => module.GuidelinesGate))
