import type { Client } from '@modelcontextprotocol/client';
import { expect } from 'chai';
import { listedTools } from '../tools.ts';

/** What a client of the protocol does with a server, by whatever way it is connected. Ends the connection. */
export async function speaksTheProtocol(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).to.deep.equal(listedTools().map(({ name }) => name));
  expect(client.getInstructions())
    .to.match(/list_companies first/)
    .and.have.length.lessThan(1_000);
  const { content, structuredContent } = await client.callTool({ name: 'list_companies', arguments: {} });
  expect(structuredContent).to.deep.include({ items: [], has_more: false });
  const [block] = content as { text: string }[];
  expect(JSON.parse(block?.text ?? '')).to.deep.equal(structuredContent);
  const refused = await client.callTool({ name: 'get_company', arguments: { connection_id: 'conn_nobodys' } });
  expect(refused.isError).to.equal(true);
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).to.deep.equal(['month_end', 'chase_overdue', 'check_new_bills']);
  const asked = { connection_id: 'conn_1', month: '2026-11' };
  const { messages } = await client.getPrompt({ name: 'month_end', arguments: asked });
  expect(JSON.stringify(messages)).to.include('2026-11').and.include('Write nothing');
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).to.deep.equal(['ledgerport://errors']);
  const { contents } = await client.readResource({ uri: 'ledgerport://fields/invoices' });
  expect(JSON.stringify(contents)).to.include('line_items[].quantity');
  await client.close();
}
