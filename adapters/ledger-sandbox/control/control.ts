/** The control plane under `/_sandbox`, for tests and demonstrations. The provider has nothing like it. */
import { isObject, type JsonObject, parseJson } from '../http/json.ts';
import type { Reply, SandboxRequest } from '../http/message.ts';
import { jsonReply, Refusal, WireProblem } from '../http/problems.ts';
import { bookControls } from './book-controls.ts';
import { catalogueControls } from './catalogue-controls.ts';
import { consentControls } from './consent-controls.ts';
import { wrongField } from './control-fields.ts';
import type { ControlPorts, Controls } from './control-ports.ts';
import { editControls } from './edit-controls.ts';
import { moneyControls } from './money-controls.ts';
import { trafficControls } from './traffic-controls.ts';

function bodyOf(request: SandboxRequest): JsonObject {
  if (request.body.length === 0) return {};
  const parsed = parseJson(request.body);
  return isObject(parsed) ? parsed : wrongField('body', 'must be a JSON object');
}

export function createControl(ports: ControlPorts) {
  const controls: Controls = {
    ...trafficControls(ports),
    ...consentControls(ports),
    ...bookControls(ports),
    ...moneyControls(ports),
    ...catalogueControls(ports),
    ...editControls(ports),
  };
  const paths = Object.keys(controls).map((key) => key.slice(key.indexOf(' ') + 1));

  return async (request: SandboxRequest, path: string, query: URLSearchParams): Promise<Reply> => {
    const control = controls[`${request.method} ${path}`];
    if (!control) {
      const isKnown = paths.includes(path);
      return jsonReply(isKnown ? 405 : 404, { message: `${request.method} /_sandbox/${path} is not offered` });
    }
    try {
      const result = await control(bodyOf(request), query);
      ports.books.commit();
      return jsonReply(200, result);
    } catch (error) {
      if (error instanceof WireProblem) return error.reply;
      if (error instanceof Refusal) return jsonReply(400, { message: error.messages.join(' ') });
      throw error;
    }
  };
}
