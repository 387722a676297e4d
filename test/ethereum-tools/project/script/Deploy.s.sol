// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Counter} from "../contracts/Counter.sol";

interface Vm {
    function startBroadcast() external;
    function stopBroadcast() external;
}

/// Deploys a counter and raises it, as two transactions.
contract Deploy {
    bool public constant IS_SCRIPT = true;
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    function run() external returns (Counter counter) {
        vm.startBroadcast();
        counter = new Counter();
        counter.raise();
        vm.stopBroadcast();
    }
}
