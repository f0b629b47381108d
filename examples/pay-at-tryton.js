// Pays an invoice at the Tryton server of `npm start -- --ledger tryton`, as a person does in Tryton's own client:
// node examples/pay-at-tryton.js var/tryton/login.json <the invoice's id at Tryton>
import { readFileSync } from 'node:fs';

const [file = '', invoiceId = ''] = process.argv.slice(2);
const { server_address, database, admin_password } = JSON.parse(readFileSync(file, 'utf8'));

async function call(method, params, session) {
  const headers = { 'content-type': 'application/json', ...(session && { authorization: `Session ${session}` }) };
  const body = JSON.stringify({ id: 0, method, params });
  const answer = await fetch(`${server_address}/${database}/`, { method: 'POST', headers, body });
  const { result, error } = JSON.parse(await answer.text());
  if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

const [userId, key] = await call('common.db.login', ['admin', { password: admin_password }, 'en']);
const session = Buffer.from(`admin:${userId}:${key}`).toString('base64');
const preferences = await call('model.res.user.get_preferences', [true, {}], session);
const find = (model, domain, fields) =>
  call(`model.${model}.search_read`, [domain, 0, 1, null, fields, preferences], session).then(([found]) => found);

const id = Number(invoiceId);
const invoice = await find('account.invoice', [['id', '=', id]], ['amount_to_pay', 'currency', 'company', 'number']);
const method = await find('account.invoice.payment.method', [['company', '=', invoice.company]], ['name']);
const [year, month, day] = new Date().toISOString().slice(0, 10).split('-').map(Number);
const start = {
  amount: invoice.amount_to_pay,
  currency: invoice.currency,
  company: invoice.company,
  payment_method: method.id,
  date: { __class__: 'date', year, month, day },
  description: 'Paid by bank transfer',
};
const context = { ...preferences, active_model: 'account.invoice', active_id: id, active_ids: [id] };
const [wizard] = await call('wizard.account.invoice.pay.create', [context], session);
const paid = { start, ask: { type: 'partial' } };
await call('wizard.account.invoice.pay.execute', [wizard, paid, 'pay', context], session);
await call('wizard.account.invoice.pay.delete', [wizard, context], session);
console.log(`${invoice.number}: ${invoice.amount_to_pay.decimal} paid`);
