import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LanguageProvider, needMessages } from '#web/language.tsx'
import { router } from '#web/routes.tsx'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')

void needMessages('base')
createRoot(element).render(
  <StrictMode>
    <LanguageProvider>
      <RouterProvider router={router} />
    </LanguageProvider>
  </StrictMode>,
)
