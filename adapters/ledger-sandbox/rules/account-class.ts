export type AccountClass = 'ASSET' | 'EQUITY' | 'EXPENSE' | 'LIABILITY' | 'REVENUE';

const classes: Readonly<Record<string, AccountClass>> = {
  BANK: 'ASSET',
  CURRENT: 'ASSET',
  FIXED: 'ASSET',
  INVENTORY: 'ASSET',
  NONCURRENT: 'ASSET',
  PREPAYMENT: 'ASSET',
  CURRLIAB: 'LIABILITY',
  LIABILITY: 'LIABILITY',
  TERMLIAB: 'LIABILITY',
  PAYG: 'LIABILITY',
  EQUITY: 'EQUITY',
  DEPRECIATN: 'EXPENSE',
  DIRECTCOSTS: 'EXPENSE',
  EXPENSE: 'EXPENSE',
  OVERHEADS: 'EXPENSE',
  OTHERINCOME: 'REVENUE',
  REVENUE: 'REVENUE',
  SALES: 'REVENUE',
};

export const isAccountType = (type: string): boolean => Object.hasOwn(classes, type);

/** Returns the class of an account type. */
export const accountClass = (type: string): AccountClass => classes[type] ?? 'ASSET';
