import { moneyIn } from '#server/platform/texts.ts'
import { escapeHtml } from '#server/platform/mail.ts'

const words = {
  en: {
    title: 'Card payment',
    note: 'This page stands in for the card company. You need no card, and no money moves.',
    pay: (amount: string) => `Pay ${amount}`,
    back: 'Back to the school',
  },
  zh: {
    title: '银行卡付款',
    note: '这是演示用的付款页面，不需要银行卡，也不会真的扣款。',
    pay: (amount: string) => `支付 ${amount}`,
    back: '返回学校',
  },
}

type Session = { id: string; title: string; amount_total: number; currency: string; cancel_url: string; locale: string }

/** The stand-in's version of the provider's page: the amount, a button, and a way back. */
export const cardPage = ({ title, amount_total: cents, currency, cancel_url: back, locale }: Session): string => {
  const language = locale === 'zh' ? 'zh' : 'en'
  const t = words[language]
  const amount = moneyIn(language, currency.toUpperCase())(cents)
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${t.title}</title><link rel="stylesheet" href="/demo/card.css"></head>
<body><main><p>${t.note}</p><h1>${escapeHtml(title)}</h1><p class="amount">${escapeHtml(amount)}</p>
<form method="post"><button>${escapeHtml(t.pay(amount))}</button></form>
<p><a href="${escapeHtml(back)}">${t.back}</a></p></main></body></html>`
}

export const cardPageStyle = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem}
h1{font-size:1.125rem;margin:1.5rem 0 0}.amount{font-size:2rem;font-weight:700;margin:0 0 1rem}
button{font:inherit;font-weight:600;width:100%;min-height:48px;border:0;border-radius:10px;background:#1f4d3f;color:#fff}
a{color:inherit;display:inline-block;padding:.75rem 0}`
