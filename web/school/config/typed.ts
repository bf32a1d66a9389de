/** Parses a whole number. Invalid text becomes -1, which the contract refuses at its field. */
export const numberOf = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : -1)
